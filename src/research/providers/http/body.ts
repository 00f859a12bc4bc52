import type { Response } from 'undici'

/** What is asked for: each is undone by the HTTP client, as leniently as browsers undo it. */
export const encodings = 'gzip, br, deflate, zstd'

/**
 * Registered codings of HTTP that the client leaves as they are. Any other name (`none`, `utf-8`) is a server's
 * mistake, and no coding.
 */
const otherCodings = /(?:^|,)\s*(?:aes128gcm|(?:x-)?compress|dcb|dcz|exi|pack200-gzip)\s*(?:,|$)/i

/** An encoding that was not asked for, or bytes that are not in the encoding they claim. */
export class UndecodableBodyError extends Error {
  override readonly name = 'UndecodableBodyError'
}

/**
 * The first bytes of a body. Reads no further than `bytesMax`, so a small response that unpacks to an endless one costs
 * no more than any other.
 * @throws UndecodableBodyError, or the error that broke the stream
 */
export async function readBody(response: Response, bytesMax: number): Promise<{ body: Buffer; truncated: boolean }> {
  if (otherCodings.test(response.headers.get('content-encoding') ?? '')) throw new UndecodableBodyError()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) break
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), truncated: bytes > bytesMax }
}
