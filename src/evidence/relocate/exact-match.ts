import { buildFallback } from '#src/text/occurrence.ts'
import { splitIntoWindows, type TextSearch } from './text-search.ts'

/**
 * The exact occurrence of `quote` nearest to `expectedStart`, the earlier of two equally near; else undefined. Knuth,
 * Morris and Pratt: linear in any text, with the match carried from window to window. A well-formed quote never begins
 * or ends inside a surrogate pair.
 */
export function* findNearestOccurrence(
  quote: string,
  { totalChars, expectedStart, windowChars }: { totalChars: number; expectedStart: number; windowChars: number },
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
      if (nearest === undefined || Math.abs(start - expectedStart) < Math.abs(nearest - expectedStart)) nearest = start
      // Past the expected start every later one is farther away.
      if (start >= expectedStart) return nearest
      matched = fallback[matched - 1] as number
    }
  }
  return nearest
}
