import type { IncomingMessage } from 'node:http'
import { Problem } from '#src/contract/problems/problem.ts'

type Read = (error: Error | null, bytes?: Buffer) => void

/**
 * Reads the bytes of a body, `bytesMax` at most. One that announces its length is complete with its last byte; the
 * stream tells of its end only after several turns of the process's queue.
 */
export function readRequestBody(body: IncomingMessage, bytesMax: number, read: Read): void {
  const announced = announcedBy(body)
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

  function take(chunk: Buffer): void {
    chunks.push(chunk)
    length += chunk.length
    if (length > bytesMax) end(new Problem('body_too_large'))
    else if (length === announced) end(null)
  }

  if (announced === 0) end(null)
  if (announced > bytesMax) end(new Problem('body_too_large'))
  if (isOver) return
  body.on('data', (chunk: Buffer) => {
    if (!isOver) take(chunk)
  })
  body.on('end', () => end(null))
  // Whoever hung up in the middle reads no answer, and it is no failure of ours.
  body.on('error', (error) => end(Object.assign(error, { statusCode: 400 })))
}

/**
 * NaN for one that comes in chunks and tells no length. What is announced by nothing is no body (RFC 9112, section
 * 6.3), and of that Node never tells the end.
 */
function announcedBy({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return length === undefined && coding === undefined ? 0 : Number(length)
}
