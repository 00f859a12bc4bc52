import { scanJson } from '#src/text/scan-json.ts'
import { findFlaw } from '#src/text/wellformed.ts'
import { createInvalidRequest } from './problems/problem.ts'

/** Far above every request of the contract: the largest has 404 values in three levels. */
export const jsonBounds = { depthMax: 16, valuesMax: 2_000 } as const

type RequestHeaders = Readonly<Record<string, unknown>>

/**
 * Parses a request body. Bytes that are not UTF-8 are refused first, since a lenient decoder would replace them by
 * U+FFFD.
 */
export function parseJsonBody(bytes: Buffer, headers: RequestHeaders): unknown {
  const { 'content-type': contentType, 'content-encoding': coding = 'identity' } = headers
  if (typeof contentType !== 'string' || !isJson(contentType)) {
    throw createInvalidRequest('header Content-Type', 'must be application/json')
  }
  // Bodies are never decompressed, so a body with a content coding is not the JSON that it seems to be.
  if (String(coding).trim().toLowerCase() !== 'identity')
    throw createInvalidRequest('header Content-Encoding', 'must be identity')
  const text = decodeUtf8(bytes)
  const { depth, values, duplicate } = scanJson(text, jsonBounds)
  if (depth > jsonBounds.depthMax) throw createInvalidRequest('body', `nests deeper than ${jsonBounds.depthMax}`)
  if (values > jsonBounds.valuesMax) throw createInvalidRequest('body', `has more than ${jsonBounds.valuesMax} values`)
  const value = parse(text)
  if (duplicate !== undefined) throw createInvalidRequest(formatField(duplicate), 'is given more than once')
  return value
}

/**
 * Parameters of application/json have no meaning (RFC 8259, section 11) and are ignored, except a charset other than
 * UTF-8.
 */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.toLowerCase().split(';')
  return type?.trim() === 'application/json' && parameters.every(isAcceptable)
}

function isAcceptable(parameter: string): boolean {
  const [name = '', value = ''] = parameter.trim().split('=')
  return name !== 'charset' || /^"?utf-?8"?$/.test(value)
}

/** A key that cannot be printed is replaced by the path of its object. */
const formatField = (path: (string | number)[]) =>
  path.filter((part) => typeof part === 'number' || findFlaw(part) === undefined).join('/') || 'body'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createInvalidRequest('body', 'is not JSON')
  }
}

/**
 * Shared: a decoder resets with each call, also after one that failed. A byte order mark is ignored (RFC 8259, section
 * 8.1).
 */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw createInvalidRequest('body', 'is not UTF-8')
  }
}
