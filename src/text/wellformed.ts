import { isRecord } from './json.ts'

/**
 * U+0000 cannot stand in a PostgreSQL text or jsonb value; half a surrogate pair cannot be written as UTF-8; a number
 * beyond a double's range is read as infinite, which JSON cannot write.
 */
type Flaw = 'nul' | 'lone_surrogate' | 'infinite'

/**
 * Shared: a decoder resets with each call, also after one that failed. A byte order mark is ignored (RFC 8259, section
 * 8.1).
 */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of these bytes; undefined for bytes that are not UTF-8, which a lenient decoder would replace by U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Where a JSON value is flawed. A flawed property name is reported at the object that has it: it could not be printed.
 */
type FlawAt = { path: (string | number)[]; flaw: Flaw }

/**
 * The first flawed string or number of a JSON value in document order (an object's names before its values); undefined
 * when all of it can be stored and sent back exactly. How deep the value nests is bounded before (./scan-json.ts).
 */
export function findFirstFlaw(value: unknown, path: (string | number)[] = []): FlawAt | undefined {
  if (value === Infinity || value === -Infinity) return { path, flaw: 'infinite' }
  const texts = typeof value === 'string' ? [value] : isRecord(value) ? Object.keys(value) : []
  const flaw = texts.map(findFlaw).find((one) => one !== undefined)
  if (flaw !== undefined) return { path, flaw }
  const children = Array.isArray(value) ? value.entries() : isRecord(value) ? Object.entries(value) : []
  for (const [key, child] of children) {
    const found = findFirstFlaw(child, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}

export const flawReasons: Readonly<Record<Flaw, string>> = {
  nul: 'holds U+0000',
  lone_surrogate: 'holds a lone surrogate',
  infinite: 'is larger than a number can be',
}

/** The flaw of one string, undefined when it has none. */
export function findFlaw(text: string): Flaw | undefined {
  if (text.includes('\u0000')) return 'nul'
  return text.isWellFormed() ? undefined : 'lone_surrogate'
}
