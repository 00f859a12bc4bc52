import { findSentences } from '#src/text/sentences.ts'
import { measureBoundaries, measureCorrections, type Share } from '../../memory/exclusions/measure.ts'
import { composePage } from '../compose-page.ts'
import type { Talk } from './talks.ts'

/** A row of the table; `bar` is its minimum, or its maximum where less is better. */
export type Measure = { name: string; share: Share; bar: { least?: number; most?: number } }

export const meetsBar = ({ share: [part, all], bar }: Measure): boolean => {
  const value = part / all
  return all > 0 && value >= (bar.least ?? 0) && value <= (bar.most ?? 1)
}

/** The pages of talks: exactness, what of the cited windows and of the answers is printed, and pages without a passage. */
export async function measurePages(talks: readonly Talk[]): Promise<Measure[]> {
  const [exact, windows, whole, shortened, empty]: [Share, Share, Share, Share, Share] = [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]
  for (const talk of talks) {
    const { text, citations } = await composePage(talk)
    const [stored] = talk.texts
    const answers = new Map((talk.answers ?? []).map((one) => [one.entryId, one]))
    for (const { start, end, id, quoteStart, quoteEnd } of citations) {
      const source = id === stored.sourceId ? stored.text : (answers.get(id)?.answer ?? '')
      count(exact, source.slice(quoteStart, quoteEnd) === text.slice(start, end))
    }
    const isPrinted = (from: number, to: number) =>
      citations.some(({ id, quoteStart, quoteEnd }) => id === stored.sourceId && quoteStart <= from && quoteEnd >= to)
    for (const { answer, entryId, references } of answers.values()) {
      const printed = citations.filter(({ id }) => id === entryId)
      const isWhole = printed.some(({ quoteStart, quoteEnd }) => quoteStart === 0 && quoteEnd === answer.length)
      count(whole, isWhole)
      count(shortened, printed.length > 0 && !isWhole)
      for (const one of references) if (one.kind === 'original') count(windows, isPrinted(one.start, one.end))
    }
    count(empty, !findSentences(stored.text).some(({ start, end }) => isPrinted(start, end)))
  }
  return [
    { name: 'citations that reopen unit for unit', share: exact, bar: { least: 1 } },
    { name: 'windows that questions cite, on the page', share: windows, bar: { least: 0.85 } },
    { name: 'answers printed whole', share: whole, bar: { least: 0.95 } },
    { name: 'answers shortened', share: shortened, bar: { most: 0 } },
    { name: 'texts without a passage', share: empty, bar: { most: 0 } },
  ]
}

const count = (share: Share, isCounted: boolean) => {
  share[0] += isCounted ? 1 : 0
  share[1] += 1
}

/** What boundaries and corrections keep out, over the labelled sentences. */
export function measureExclusions(): Measure[] {
  const { repeated, lost } = measureCorrections()
  const reach = (['en', 'de', 'es', 'fr', 'ja'] as const).flatMap((language): Measure[] => {
    const { precision, recall } = measureBoundaries(language)
    return [
      { name: `boundaries (${language}): recall`, share: recall, bar: { least: 0.95 } },
      { name: `boundaries (${language}): precision`, share: precision, bar: { least: 0.8 } },
    ]
  })
  return [
    { name: 'corrected claims that are repeated', share: repeated, bar: { most: 0 } },
    { name: 'neighbours lost to a correction', share: lost, bar: { most: 0.05 } },
    ...reach,
  ]
}
