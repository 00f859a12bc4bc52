import { readFileSync } from 'node:fs'
import { detectLanguage, type Language } from '#src/text/languages.ts'

const readLines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ language: detectLanguage(line), parts: line.split(' | ') }))

export const languages = ['en', 'de', 'es', 'fr', 'ja'] as const
export const artistNames = { en: 'Nell Harrow', de: 'Nell Harrow', es: 'Nell Harrow', fr: 'Nell Harrow', ja: '森直子' }

export type CorrectionPair = {
  language: (typeof languages)[number]
  claim: string
  correction: string | null
  repeat: string
  neighbour: string
}

/** A claim, its correction, a sentence that repeats the claim, and a neighbour that is allowed. */
export const readCorrectionPairs = (): CorrectionPair[] =>
  readLines('corrections.txt').map(
    ({ language, parts: [claim = '', correction = '', repeat = '', neighbour = ''] }) => ({
      language: language as CorrectionPair['language'],
      claim,
      correction: correction === '-' ? null : correction,
      repeat,
      neighbour,
    }),
  )

export type BoundaryCase = { wording: string; language: Language; sentences: { text: string; isMeant: boolean }[] }

/** A wording with the sentences that it excludes (`+`) and those that it does not (`-`). */
export const readBoundaryCases = (): BoundaryCase[] =>
  readLines('boundaries.txt').map(({ language, parts: [wording = '', ...sentences] }) => ({
    wording,
    language,
    sentences: sentences.map((one) => ({ text: one.slice(2), isMeant: one.startsWith('+') })),
  }))
