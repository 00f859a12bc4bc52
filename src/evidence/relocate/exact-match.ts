import { buildFallback } from '#src/text/occurrence.ts'
import { splitIntoWindows, type TextSearch } from './text-search.ts'

/**
 * The place of `quote` in a text of `totalChars` units, unit for unit, nearest to `near`, the earlier of two equally
 * near; else undefined. Knuth, Morris and Pratt: linear in any text, with the match carried from window to window. A
 * well-formed quote never begins or ends inside a surrogate pair.
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
