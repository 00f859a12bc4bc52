import type { OutboundResponse } from './outcome.ts'

/** Where a page has to have declared its charset (HTML standard, section 4.2.5.4), in bytes. */
const prescanBytes = 1024

/**
 * The text of an answer, decoded strictly: by its byte order mark, else by the charset that it declares in the header
 * or, for HTML, in its first bytes, else as UTF-8. Undefined when it declares something unknown or is not what it
 * declares: a text with replaced characters would be quoted as if somebody had written it.
 */
export function decodeText({ body, headers, truncated }: Pick<OutboundResponse, 'body' | 'headers' | 'truncated'>) {
  const type = parseMediaType(headers)
  const charset = markOf(body) ?? type.charset ?? (type.name.includes('html') ? declaredIn(body) : undefined) ?? 'utf-8'
  try {
    // In a body that was cut off the last character may be half; as a stream that goes on, it is left out.
    return new TextDecoder(charset, { fatal: true }).decode(body, { stream: truncated })
  } catch {
    return undefined
  }
}

/** Content-Type taken apart: its name in lower case, '' when there is none, and its charset. */
export function parseMediaType(headers: OutboundResponse['headers']): { name: string; charset: string | undefined } {
  const [name = '', ...parameters] = (headers['content-type'] ?? '').split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1]).find((one) => one)
  return { name: name.trim().toLowerCase(), charset }
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return undefined
}

/** A declaration inside the page is readable as ASCII, so it cannot mean UTF-16 (HTML standard, section 13.2.3.2). */
function declaredIn(body: Buffer): string | undefined {
  const head = body.toString('latin1', 0, prescanBytes)
  const charset = /<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([a-z0-9_:.-]+)/i.exec(head)?.[1]
  return charset !== undefined && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}
