import { buildRules, findReason } from '#src/records/memory/exclusions/find-excluded.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { artistNames, languages, readBoundaryCases, readCorrectionPairs } from './labelled.ts'

/** [how many, of how many]. */
export type Share = [part: number, all: number]

export const none = (): Share => [0, 0]

/** A row of the table; `bar` is its minimum, or its maximum where less is better; `faults` count against it. */
export type Measure = { name: string; share: Share; bar: { least?: number; most?: number }; faults?: string[] }

export const meetsBar = ({ share: [part, all], bar }: Measure): boolean => {
  const value = part / all
  return all > 0 && value >= (bar.least ?? 0) && value <= (bar.most ?? 1)
}

export const count = (share: Share, isCounted: boolean) => {
  share[0] += isCounted ? 1 : 0
  share[1] += 1
}

/** What boundaries and corrections keep out, over the labelled sentences of each language. */
export const measureExclusions = (): Measure[] =>
  languages.flatMap((language) => [...measureBoundaries(language), ...measureCorrections(language)])

type Language = (typeof languages)[number]

/** Of the labelled sentences what is reached: a rule that lets one more out, or takes one more with it, is seen. */
const boundaryBars: Record<Language, { recall: number; precision: number }> = {
  en: { recall: 0.99, precision: 0.955 },
  de: { recall: 0.95, precision: 1 },
  es: { recall: 1, precision: 0.975 },
  fr: { recall: 1, precision: 1 },
  ja: { recall: 1, precision: 1 },
}

function measureBoundaries(language: Language): Measure[] {
  const [recall, precision] = [none(), none()]
  const [kept, lost]: [string[], string[]] = [[], []]
  const bars = boundaryBars[language]
  for (const { wording, sentences } of readBoundaryCases().filter((one) => one.language === language)) {
    const boundary = { id: 'boundary', wording, questionKey: 'bounded', question: 'And what else?' }
    const rules = runAtOnce(buildRules(artistNames[language], [boundary], []))
    for (const { text, isMeant } of sentences) {
      const isOut = runAtOnce(findReason(text, rules)) !== undefined
      if (isMeant) count(recall, isOut)
      if (isOut) count(precision, isMeant)
      if (isOut !== isMeant) (isMeant ? kept : lost).push(`${wording} | ${text}`)
    }
  }
  return [
    { name: `boundaries (${language}): recall`, share: recall, bar: { least: bars.recall }, faults: kept },
    { name: `boundaries (${language}): precision`, share: precision, bar: { least: bars.precision }, faults: lost },
  ]
}

/** Sentences that repeat a claim which a correction finds, and neighbours that it takes with them. */
function measureCorrections(language: Language): Measure[] {
  const [recall, precision] = [none(), none()]
  const [kept, lost]: [string[], string[]] = [[], []]
  const pairs = readCorrectionPairs().filter((one) => one.language === language)
  for (const { claim, correction, repeat, neighbour } of pairs) {
    const rules = runAtOnce(buildRules(artistNames[language], [], [{ id: 'correction', claim, correction }]))
    for (const text of [claim, repeat, neighbour]) {
      const [isOut, isMeant] = [runAtOnce(findReason(text, rules)) !== undefined, text !== neighbour]
      if (isMeant) count(recall, isOut)
      if (isOut) count(precision, isMeant)
      if (isOut !== isMeant) (isMeant ? kept : lost).push(`${claim} | ${text}`)
    }
  }
  const least = language === 'en' ? 0.995 : 1
  return [
    { name: `corrections (${language}): recall`, share: recall, bar: { least: 1 }, faults: kept },
    { name: `corrections (${language}): precision`, share: precision, bar: { least }, faults: lost },
  ]
}
