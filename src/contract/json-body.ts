import { invalid } from './problems/problem.ts'

const jsonType = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i

/** The JSON value of a request body. Bytes that are not UTF-8 are refused before parsing, or they would become U+FFFD. */
export function parseJsonBody(bytes: Buffer, contentType: string | undefined): unknown {
  if (contentType === undefined || !jsonType.test(contentType)) {
    throw invalid('header Content-Type', 'must be application/json')
  }
  const text = decodeUtf8(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('body', 'is not JSON')
  }
}

/** One for all: it begins anew with each text, also after one that was refused. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalid('body', 'is not UTF-8')
  }
}
