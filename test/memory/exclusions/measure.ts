import { buildRules, findReason } from '#src/records/memory/exclusions/find-excluded.ts'
import { detectLanguage, type Language } from '#src/text/languages.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { readBoundaryCases, readCorrectionPairs } from './labelled.ts'

/** [how many, of how many]. */
export type Share = [part: number, all: number]

export type Reach = { precision: Share; recall: Share; faults: string[] }

/** Which sentences boundaries exclude, rightly and wrongly, of the wordings in one language or in all. */
export function measureBoundaries(language?: Language): Reach {
  const faults: string[] = []
  let [right, fired, expected] = [0, 0, 0]
  for (const { wording, sentences } of readBoundaryCases()) {
    if (
      language !== undefined &&
      detectLanguage([wording, ...sentences.map(({ text }) => text)].join('\n')) !== language
    )
      continue
    const boundary = { id: 'boundary', wording, questionKey: 'bounded', question: 'And what else?' }
    const rules = runAtOnce(buildRules('Nell Harrow', [boundary], []))
    for (const { text, isMeant } of sentences) {
      const isOut = findReason(text, rules) !== undefined
      right += isOut && isMeant ? 1 : 0
      fired += isOut ? 1 : 0
      expected += isMeant ? 1 : 0
      if (isOut !== isMeant) faults.push(`${isMeant ? 'kept' : 'lost'}: ${wording} | ${text}`)
    }
  }
  return { precision: [right, fired], recall: [right, expected], faults }
}

/** Claims that a corrected text still makes, and neighbours that it loses. */
export function measureCorrections(): { repeated: Share; lost: Share; faults: string[] } {
  const faults: string[] = []
  let [repeated, lost, all] = [0, 0, 0]
  for (const { claim, correction, repeat, neighbour } of readCorrectionPairs()) {
    const rules = runAtOnce(buildRules('Nell Harrow', [], [{ id: 'correction', claim, correction }]))
    const isOut = (text: string) => findReason(text, rules) !== undefined
    all += 1
    if (!isOut(repeat)) faults.push(`kept: ${claim} | ${repeat}`)
    if (isOut(neighbour)) faults.push(`lost: ${claim} | ${neighbour}`)
    repeated += isOut(repeat) ? 0 : 1
    lost += isOut(neighbour) ? 1 : 0
  }
  return { repeated: [repeated, all], lost: [lost, all], faults }
}
