import { buildFallback } from '#src/text/occurrence.ts'

/** Units after which a search lets other work in: some 2 ms. */
const pauseEvery = 256 * 1024

/**
 * Where `quote` stands in `text`, unit for unit, nearest to the offset `near`; the earlier of two at the same distance,
 * undefined where it stands nowhere. Knuth, Morris and Pratt: linear in the text whatever it holds, while the engine's
 * own `indexOf` can take the product of both lengths, which a text of four million equal letters turns into seconds.
 *
 * Well-formed in a well-formed text, a quote never begins or ends inside a pair.
 */
export function* findNearestOccurrence(quote: string, text: string, near: number): Generator<void, number | undefined> {
  const fallback = buildFallback(quote)
  let nearest: number | undefined
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at % pauseEvery === pauseEvery - 1) yield
    const unit = text.charCodeAt(at)
    while (matched > 0 && unit !== quote.charCodeAt(matched)) matched = fallback[matched - 1] as number
    if (unit === quote.charCodeAt(matched)) matched += 1
    if (matched < quote.length) continue
    const start = at + 1 - quote.length
    if (nearest === undefined || Math.abs(start - near) < Math.abs(nearest - near)) nearest = start
    // Past the old place every later one is farther away.
    if (start >= near) return nearest
    matched = fallback[matched - 1] as number
  }
  return nearest
}
