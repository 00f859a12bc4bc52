import type { AnswerHeaders } from './outcome.ts'

/**
 * What Content-Type says of a body: its name in lower case, '' where there is none, and its charset as a label that may
 * be unknown.
 */
export type MediaType = { name: string; charset: string | undefined }

const name = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/i

/**
 * The media type of an answer, as browsers extract it (Fetch standard, section 2.2.2): of several values the last that
 * is one counts, and takes the charset over from one before it with the same name.
 */
export function parseMediaType(headers: AnswerHeaders): MediaType {
  let found: MediaType = { name: '', charset: undefined }
  for (const value of split(headers['content-type'] ?? '', ',')) {
    const [essence = '', ...parameters] = split(value, ';')
    if (!name.test(essence) || essence === '*/*') continue
    const charset = parameters.map((one) => /^charset\s*=\s*(.+)$/is.exec(one)?.[1]).find((one) => one !== undefined)
    const isSame = essence.toLowerCase() === found.name
    found = { name: essence.toLowerCase(), charset: unquote(charset) ?? (isSame ? found.charset : undefined) }
  }
  return found
}

/** The parts between separators outside quoted strings, without white space around them. */
const split = (value: string, separator: ',' | ';'): string[] =>
  (value.match(separator === ',' ? /(?:"(?:[^"\\]|\\.)*"?|[^,"])+/gs : /(?:"(?:[^"\\]|\\.)*"?|[^;"])+/gs) ?? []).map(
    (part) => part.trim(),
  )

const unquote = (value: string | undefined) =>
  value?.startsWith('"') ? value.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1') : value
