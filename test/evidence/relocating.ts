import { type RelocatedQuote, relocateQuote } from '#src/evidence/relocate/relocate.ts'
import type { TextSearch } from '#src/evidence/relocate/text-search.ts'

/**
 * Relocates in a text in memory, read in windows of `windowChars` units; `onStep` is called after each part of the
 * work.
 */
export function relocateIn(
  quote: string,
  text: string,
  expectedStart: number,
  { windowChars, onStep = () => {} }: { windowChars?: number; onStep?: (readChars: number) => void } = {},
): RelocatedQuote | undefined {
  const bounds = { totalChars: text.length, expectedStart, ...(windowChars !== undefined && { windowChars }) }
  const search: TextSearch<RelocatedQuote | undefined> = relocateQuote(quote, bounds)
  let read = ''
  for (;;) {
    const step = search.next(read)
    read = step.done === true || step.value === undefined ? '' : text.slice(step.value.start, step.value.end)
    onStep(read.length)
    if (step.done === true) return step.value
  }
}
