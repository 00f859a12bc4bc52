import type { IncomingMessage } from 'node:http'
import { Problem } from '#src/problems/problem.ts'

type Read = (error: Error | null, bytes?: Buffer) => void

/**
 * Reads the bytes of a body, `bytesMax` at most. One that announces its length is complete with its last byte; the stream tells of its end
 * only after several turns of the process's queue.
 */
export function readBody(body: IncomingMessage, bytesMax: number, read: Read): void {
  const announced = Number(body.headers['content-length'])
  if (announced > bytesMax) {
    read(new Problem('body_too_large'))
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  let isOver = false

  function end(error: Error | null): void {
    if (isOver) return
    isOver = true
    if (error !== null) read(error)
    // Always a copy: a chunk may lie in what the connection reads into.
    else read(null, Buffer.concat(chunks, length))
  }

  body.on('data', (chunk: Buffer) => {
    if (isOver) return
    chunks.push(chunk)
    length += chunk.length
    if (length > bytesMax) end(new Problem('body_too_large'))
    else if (length === announced) end(null)
  })
  body.on('end', () => end(null))
  // Whoever hung up in the middle of it reads no answer.
  body.on('error', (error) => end(Object.assign(error, { statusCode: 400 })))
}
