import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** What this service can undo. Nothing else is asked for, and an answer that has something else is not read. */
export const encodings = 'gzip, br, deflate'

const decoders: Readonly<Record<string, (() => Duplex) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

/** An encoding that was not asked for, or bytes that are not in the encoding they claim. */
export class UndecodableBodyError extends Error {}

/**
 * The first bytes of a body, decompressed. It reads no further than asked, so a small answer that unpacks to something
 * endless costs no more than another one.
 * @throws Undecodable, or whatever broke the stream on its way
 */
export async function readResponseBody(
  stream: Readable,
  encoding: string | undefined,
  bytesMax: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  const plain = decompressed(stream, encoding?.trim().toLowerCase() ?? '')
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > bytesMax) break
    }
  } finally {
    stream.destroy()
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), truncated: bytes > bytesMax }
}

function decompressed(stream: Readable, encoding: string): Readable {
  // A stream that is given up halfway says so by an error, which somebody has to hear.
  if (encoding === '' || encoding === 'identity') return stream.on('error', () => {})
  const decoder = decoders[encoding]?.()
  if (decoder === undefined) throw new UndecodableBodyError()
  stream.on('error', (error) => decoder.destroy(error))
  return stream.pipe(decoder).on('error', () => {})
}
