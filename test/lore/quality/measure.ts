import { artistNames, readCorrectionPairs } from '../../memory/exclusions/labelled.ts'
import { count, type Measure, none, type Share } from '../../memory/exclusions/measure.ts'
import { buildAnswer, cite, composePage, storeText } from '../compose-page.ts'
import type { Talk } from './talks.ts'

/** The pages of talks: exactness, how much of the cited windows and answers is printed, pages without a passage. */
export async function measurePages(talks: readonly Talk[]): Promise<Measure[]> {
  const [exact, windows, whole, shortened, empty] = [none(), none(), none(), none(), none()]
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
    const uncited = await composePage({ ...talk, answers: [] })
    count(empty, !uncited.citations.some((one) => one.quoteEnd > one.quoteStart))
  }
  return [
    { name: 'citations that reopen unit for unit', share: exact, bar: { least: 1 } },
    { name: 'windows that questions cite, on the page', share: windows, bar: { least: 0.85 } },
    { name: 'answers printed whole', share: whole, bar: { least: 0.95 } },
    { name: 'answers shortened', share: shortened, bar: { most: 0 } },
    { name: 'texts without a passage', share: empty, bar: { most: 0 } },
  ]
}

/** Pages on which words of another person stand outside a passage of their source, or a second time. */
export async function measureOthers(talks: readonly Talk[]): Promise<Measure> {
  const [share, faults]: [Share, string[]] = [none(), []]
  for (const talk of talks) {
    for (const answers of [talk.answers ?? [], []]) {
      const { text, citations } = await composePage({ ...talk, answers })
      const [before, ...after] = text.split(talk.others ?? '')
      const at = before?.length ?? 0
      const isPassage = citations.some(({ kind, start, end }) => kind === 'original' && start <= at && at < end)
      const isRight = after.length === 0 ? answers.length === 0 : after.length === 1 && isPassage
      count(share, !isRight)
      if (!isRight) faults.push(text)
    }
  }
  return { name: 'pages with words of another person elsewhere', share, bar: { most: 0 }, faults }
}

/** Whole pages of two sources that make a claim which a correction says is wrong; one of them is answered. */
export async function measureCorrectedPages(): Promise<Measure[]> {
  const [repeated, lost, right] = [none(), none(), none()]
  const [made, missing]: [string[], string[]] = [[], []]
  for (const { language, claim, correction, repeat, neighbour } of readCorrectionPairs()) {
    const artistName = artistNames[language]
    const space = language === 'ja' ? '' : ' '
    const [first, second] = [
      storeText(1, `${repeat}${space}${neighbour}`, { title: 'First' }),
      storeText(2, `${neighbour}${space}${repeat}`, { title: 'Second' }),
    ]
    const answers = [buildAnswer(1, repeat, { references: [cite(first, repeat)], question: 'Is that so?' })]
    const corrections = [{ id: 'c', claim, correction }]
    const { text } = await composePage({ artistName, texts: [first, second], corrections, answers })
    const [isRepeated, isLost] = [text.includes(repeat), !text.includes(neighbour)]
    count(repeated, isRepeated)
    if (isRepeated) made.push(`${claim} | ${text}`)
    count(lost, isLost)
    if (isLost) missing.push(`${claim} | ${text}`)
    if (correction !== null) count(right, text.split(correction).length === 2)
  }
  return [
    { name: 'corrected claims on whole pages', share: repeated, bar: { most: 0 }, faults: made },
    { name: 'neighbours lost on whole pages', share: lost, bar: { most: 0.05 }, faults: missing },
    { name: 'right words printed once where wrong ones stood', share: right, bar: { least: 1 } },
  ]
}
