import type { AnswerReference, LoreAnswer } from './evidence.ts'
import type { LoreParagraph, Thread } from './outline.ts'
import { holdsCited, isBesideCited } from './references.ts'
import type { Run } from './runs.ts'

/** UTF-16 code units. A shorter answer does not end a text. */
const shortAnswer = 60

type Placed = { paragraph: number; runs: Thread }

/**
 * Each answer behind the paragraph, or the answer, that its question cites, in the order of what is cited. The others
 * are an interview: the short ones first, each group in the order in which they were asked.
 */
export function placeAnswers(paragraphs: readonly LoreParagraph[], runs: readonly Run[]) {
  const threads: Placed[] = []
  let last: Placed | undefined
  for (const run of runs.toSorted(byAsked)) {
    const answer = getAnswer(run)
    const cited = threads.find((thread) => thread.runs.some((other) => citesAnswer(answer, getAnswer(other)?.entryId)))
    const paragraph = findParagraph(paragraphs, answer?.references ?? [])
    last = cited ?? (paragraph < 0 && pointsBack(answer) ? last : undefined) ?? { paragraph, runs: [] }
    if (last.runs.length === 0) threads.push(last)
    last.runs.push(run)
  }
  const listAt = (at: number) => threads.filter(({ paragraph }) => paragraph === at)
  const byPlace = (a: Placed, b: Placed) => getCited(a) - getCited(b)
  const interview = listAt(-1).toSorted((a, b) => Number(isShort(b)) - Number(isShort(a)))
  return {
    paragraphs: paragraphs.map((one, at) => ({
      ...one,
      threads: listAt(at)
        .toSorted(byPlace)
        .map((thread) => thread.runs),
    })),
    interview: interview.map((thread) => thread.runs),
  }
}

export const getAnswer = ({ of }: Run): LoreAnswer | undefined => (of.kind === 'answer' ? of.answer : undefined)

/** Identifiers grow with the time at which a question was offered: a revised answer keeps its place. */
function byAsked(a: Run, b: Run): number {
  const [one, other] = [getAnswer(a), getAnswer(b)]
  return (one?.sitting ?? 0) - (other?.sitting ?? 0) || ((one?.entryId ?? '') < (other?.entryId ?? '') ? -1 : 1)
}

const citesAnswer = (answer: LoreAnswer | undefined, entryId: string | undefined): boolean =>
  (answer?.references ?? []).some((reference) => reference.kind === 'answer' && reference.entryId === entryId)

/** Where in its source the first thing is that the question of a thread is about. */
const getCited = ({ runs: [run] }: Placed): number =>
  Math.min(
    ...((run && getAnswer(run)?.references) ?? []).map((one) => (one.kind === 'original' ? one.start : 0)),
    Number.MAX_SAFE_INTEGER,
  )

/** The paragraph that quotes what the question cites, or what stands beside it, or -1. */
function findParagraph(paragraphs: readonly LoreParagraph[], references: readonly AnswerReference[]): number {
  const find = (isAbout: typeof holdsCited) =>
    paragraphs.findIndex(({ runs }) => runs.some((run) => isAbout(run, references)))
  const quoting = find(holdsCited)
  return quoting >= 0 ? quoting : find(isBesideCited)
}

/** "Is that true, too?", but not "the first record that you bought". */
const pointing =
  /\b(?:this|these|those|it|too|then|he|she|they|him|her|them)\b|\bthat\b(?!\s(?:you|I|we|the|an?|your|my|our|there)\b)/iu
const pointsBack = (answer: LoreAnswer | undefined): boolean => pointing.test(answer?.question ?? '')

const isShort = ({ runs }: Placed): boolean =>
  (runs.length === 1 ? (getAnswer(runs[0] as Run)?.answer.length ?? 0) : shortAnswer) < shortAnswer
