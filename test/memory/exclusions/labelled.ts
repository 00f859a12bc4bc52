import { readFileSync } from 'node:fs'

const readLines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')

export type CorrectionPair = { claim: string; correction: string | null; repeat: string; neighbour: string }

/** A claim, its correction, a sentence that repeats the claim, and a neighbour that is allowed. */
export const readCorrectionPairs = (): CorrectionPair[] =>
  readLines('corrections.txt').map((line) => {
    const [claim = '', correction = '', repeat = '', neighbour = ''] = line.split(' | ')
    return { claim, correction: correction === '-' ? null : correction, repeat, neighbour }
  })

export type BoundaryCase = { wording: string; sentences: { text: string; isMeant: boolean }[] }

/** A wording, and below it the sentences that it excludes (`+`) and those that it does not (`-`). */
export function readBoundaryCases(): BoundaryCase[] {
  const cases: BoundaryCase[] = []
  for (const line of readLines('boundaries.txt')) {
    if (/^[+-] /.test(line)) cases.at(-1)?.sentences.push({ text: line.slice(2), isMeant: line.startsWith('+') })
    else cases.push({ wording: line, sentences: [] })
  }
  return cases
}
