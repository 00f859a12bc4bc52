/*
 * Normalizes paths, so that an address and a rule with the same meaning are equal (RFC 9309, section 2.2.2): characters
 * that need no escape have none, every character beyond ASCII has one, and escapes use capitals. An escaped `*` or `$`
 * is a plain character.
 */

/** The path and the query of an address. */
export const normalizePath = ({ pathname, search }: URL): string =>
  normalizeEscapes(pathname + search)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')

/** The same for what a rule says, in which `*` and a `$` at the end have their special meaning. */
export const normalizePattern = (pattern: string): string => normalizeEscapes(pattern).replace(/\$(?!$)/g, '%24')

/**
 * Delimiters in the query, where an address may carry another one, escaped or as it is. `&`, `=` and `+` part the query
 * itself.
 */
export function escapeQuery(path: string): string {
  const query = path.indexOf('?') + 1
  return query === 0 ? path : path.slice(0, query) + path.slice(query).replace(/[:/?#[\]@!'(),;]/g, escapeChar)
}

const normalizeEscapes = (path: string) =>
  path
    .replace(/[^\u0021-\u007e]+/g, (other) => encodeURIComponent(other.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const char = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
      return /[A-Za-z0-9\-._~]/.test(char) ? char : octet.toUpperCase()
    })

const escapeChar = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
