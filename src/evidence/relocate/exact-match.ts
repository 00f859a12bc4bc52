import { buildFallback } from '#src/text/occurrence.ts'
import { splitIntoWindows, type TextSearch } from './text-search.ts'

/**
 * Where `quote` stands in a text of `totalChars` units, unit for unit, nearest to the offset `near`; the earlier of two
 * at the same distance, undefined where it stands nowhere. Knuth, Morris and Pratt: linear in the text whatever it
 * holds, and what is matched is carried from one window into the next.
 *
 * Well-formed in a well-formed text, a quote never begins or ends inside a pair.
 */
export function* findNearestOccurrence(
  quote: string,
  { totalChars, near, windowChars }: { totalChars: number; near: number; windowChars: number },
): TextSearch<number | undefined> {
  const fallback = buildFallback(quote)
  let nearest: number | undefined
  let matched = 0
  for (const window of splitIntoWindows({ start: 0, end: totalChars }, windowChars)) {
    const text = yield window
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      while (matched > 0 && unit !== quote.charCodeAt(matched)) matched = fallback[matched - 1] as number
      if (unit === quote.charCodeAt(matched)) matched += 1
      if (matched < quote.length) continue
      const start = window.start + at + 1 - quote.length
      if (nearest === undefined || Math.abs(start - near) < Math.abs(nearest - near)) nearest = start
      // Past the old place every later one is farther away.
      if (start >= near) return nearest
      matched = fallback[matched - 1] as number
    }
  }
  return nearest
}
