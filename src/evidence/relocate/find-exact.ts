import type { TimeSliced } from '#src/text/time-slices.ts'

/** UTF-16 code units of a text that are searched at once: some milliseconds, however the quote repeats itself. */
const stepChars = 4_096

/** The exact occurrence of a quote in a text that is nearest to an offset; undefined where there is none. */
export function* findNearest(quote: string, text: string, expectedStart: number): TimeSliced<number | undefined> {
  let nearest: number | undefined
  const isNearer = (at: number) =>
    nearest === undefined || Math.abs(at - expectedStart) < Math.abs(nearest - expectedStart)
  for (let from = 0; from + quote.length <= text.length; from += stepChars) {
    yield
    const part = text.slice(from, from + stepChars + quote.length - 1)
    // Before the expected start the last occurrence is the nearest, and after it the first.
    const turn = Math.max(0, expectedStart - from)
    for (const at of [part.lastIndexOf(quote, turn), part.indexOf(quote, turn)]) {
      if (at >= 0 && isNearer(from + at)) nearest = from + at
    }
    if (nearest !== undefined && nearest >= expectedStart) return nearest
  }
  return nearest
}
