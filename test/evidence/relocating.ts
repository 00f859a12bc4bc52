import { type RelocatedQuote, relocateQuote } from '#src/evidence/relocate/relocate.ts'
import type { TextSearch } from '#src/evidence/relocate/text-search.ts'
import type { Random } from '../text/seed.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzéñøžжщ'
/** A word without meaning. */
export const anyWord = (random: Random) =>
  Array.from({ length: 2 + random.below(9) }, () => random.pick([...letters])).join('')
/** Meaningless prose: words that hardly ever repeat, with the signs and line breaks of a text. */
export const generateProse = (random: Random, words: number) =>
  Array.from(
    { length: words },
    () => anyWord(random) + random.pick([' ', ' ', ' ', ', ', '. ', '\n', ' – “', '” ']),
  ).join('')

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
