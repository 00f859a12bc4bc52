import { createInvalidRequest } from './problems/problem.ts'

/**
 * The parameters of a raw query string, each value exactly as sent.
 * @param names the accepted ones; the first other one ends the parsing
 * @throws Problem `invalid_request` for another or a repeated name, a bad escape or invalid UTF-8
 */
export function parseQueryString(raw: string, names: ReadonlySet<string>): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    const separator = pair.indexOf('=')
    const name = decode(separator < 0 ? pair : pair.slice(0, separator))
    const value = separator < 0 ? '' : decode(pair.slice(separator + 1))
    if (!names.has(name)) throw createInvalidRequest(`query.${name}`, 'is not accepted')
    if (parameters.has(name)) throw createInvalidRequest(`query.${name}`, 'is given more than once')
    parameters.set(name, value)
  }
  return parameters
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw createInvalidRequest('query', 'holds a bad percent escape or invalid UTF-8')
  }
}
