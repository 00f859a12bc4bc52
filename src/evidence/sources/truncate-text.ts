import { splitsPair } from '#src/text/windows.ts'

/** UTF-16 code units that are kept of one text from outside. */
export const storedCharsMax = 50_000

/** A text from outside as it is kept, and whether it was longer. */
type TruncatedText = { text: string; truncated: boolean }

/**
 * The beginning of a text from outside, unaltered but for what no stored text can hold: U+0000 is left out, half a
 * surrogate pair becomes U+FFFD. Never ends inside a pair.
 */
export function truncateText(outside: string, charsMax: number = storedCharsMax): TruncatedText {
  const text = outside.replaceAll('\0', '').toWellFormed()
  if (text.length <= charsMax) return { text, truncated: false }
  const end = splitsPair(text, charsMax) ? charsMax - 1 : charsMax
  return { text: text.slice(0, end), truncated: true }
}
