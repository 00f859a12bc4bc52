import { parseStrictJson } from '#src/text/scan-json.ts'
import { decodeUtf8, findFlaw } from '#src/text/wellformed.ts'
import { createInvalidRequest } from './problems/problem.ts'

/** Far above every request of the contract: the largest has 404 values in three levels. */
export const jsonBounds = { depthMax: 16, valuesMax: 2_000 } as const

type RequestHeaders = Readonly<Record<string, unknown>>

/** Parses a request body. */
export function parseJsonBody(bytes: Buffer, headers: RequestHeaders): unknown {
  const { 'content-type': contentType, 'content-encoding': coding = 'identity' } = headers
  if (typeof contentType !== 'string' || !isJson(contentType)) {
    throw createInvalidRequest('header Content-Type', 'must be application/json')
  }
  // Bodies are never decompressed, so a body with a content coding is not the JSON that it seems to be.
  if (String(coding).trim().toLowerCase() !== 'identity')
    throw createInvalidRequest('header Content-Encoding', 'must be identity')
  const text = decodeUtf8(bytes)
  if (text === undefined) throw createInvalidRequest('body', 'is not UTF-8')
  const parsed = parseStrictJson(text, jsonBounds)
  if ('reason' in parsed) throw createInvalidRequest(formatField(parsed.path), parsed.reason)
  return parsed.value
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
