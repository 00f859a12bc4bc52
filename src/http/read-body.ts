import type { IncomingMessage } from 'node:http'
import { Problem } from '#src/contract/problems/problem.ts'

type Read = (error: Error | null, bytes?: Buffer) => void

/**
 * Reads a body of at most `bytesMax` bytes. With Content-Length it is complete at its last byte; the stream's `end`
 * event comes several event-loop turns later.
 */
export function readRequestBody(body: IncomingMessage, bytesMax: number, read: Read): void {
  const announced = readContentLength(body)
  const chunks: Buffer[] = []
  let length = 0
  let isOver = false

  function end(error: Error | null): void {
    if (isOver) return
    isOver = true
    if (error !== null) read(error)
    // Always a copy: a chunk may be a slice of the connection's read buffer.
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
  // The caller has disconnected. Its ECONNRESET must not be passed on: an error with this code from the database means
  // an outage.
  body.on('error', (cause) => end(new Problem('invalid_request', { message: 'The request has no end', cause })))
}

/**
 * NaN for a chunked body. Without either header there is no body (RFC 9112, section 6.3), and Node emits no `end` for
 * it.
 */
function readContentLength({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return length === undefined && coding === undefined ? 0 : Number(length)
}
