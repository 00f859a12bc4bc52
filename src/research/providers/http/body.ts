import type { Duplex, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** What this service can undo. Nothing else is asked for. */
export const encodings = 'gzip, br, deflate'

/** A body that ends without its trailer is read as far as it goes, as browsers and curl read it. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/**
 * `deflate` is sent in the zlib format, as RFC 9110 has it, and raw; the low half of zlib's first byte names its
 * method.
 */
async function createInflator(stream: Readable): Promise<Duplex | undefined> {
  const byte = await readFirstByte(stream)
  if (byte === undefined) return undefined
  return (byte & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient)
}

const decoders: Readonly<Record<string, ((stream: Readable) => Duplex | Promise<Duplex | undefined>) | undefined>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  br: () => createBrotliDecompress(lenientBrotli),
  deflate: createInflator,
}

/**
 * Registered codings of HTTP that cannot be undone here. Any other name (`none`, `utf-8`) is a server's mistake, and no
 * coding.
 */
const otherCodings = new Set('aes128gcm compress dcb dcz exi pack200-gzip x-compress zstd'.split(' '))

/** Honest servers apply one coding; each one more is a buffer of its own. */
const codingsMax = 3

/** An encoding that was not asked for, or bytes that are not in the encoding they claim. */
export class UndecodableBodyError extends Error {}

/**
 * The first bytes of a body, decompressed. Reads no further than `bytesMax`, so a small response that unpacks to an
 * endless one costs no more than any other.
 * @param encoding the Content-Encoding header
 * @throws Undecodable, or whatever broke the stream on its way
 */
export async function readResponseBody(
  stream: Readable,
  encoding: string | undefined,
  bytesMax: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  // A stream that is abandoned halfway emits an error, which needs a listener.
  stream.on('error', () => {})
  try {
    const plain = await decompress(stream, encoding ?? '')
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

/** The codings undone, the one that was applied last first (RFC 9110, section 8.4). */
async function decompress(stream: Readable, encoding: string): Promise<Readable> {
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase())
  if (codings.some((coding) => otherCodings.has(coding))) throw new UndecodableBodyError()
  const undoing = codings.flatMap((coding) => decoders[coding] ?? []).reverse()
  if (undoing.length > codingsMax) throw new UndecodableBodyError()
  let plain = stream
  for (const createDecoder of undoing) {
    const decoder = await createDecoder(plain)
    if (decoder === undefined) continue
    decoder.on('error', () => {})
    plain.on('error', (error) => decoder.destroy(error))
    plain = plain.pipe(decoder)
  }
  return plain
}

/** Peeks at the first chunk and puts it back; undefined of an empty stream, which is then at its end. */
async function readFirstByte(stream: Readable): Promise<number | undefined> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    stream.unshift(chunk)
    return chunk[0]
  }
  return undefined
}
