import type { LoreAnswer } from './evidence.ts'
import type { LoreParagraph, Thread } from './outline.ts'
import { measureDistance, quotesReference } from './references.ts'
import type { Run } from './runs.ts'
import { findSection, findTopic, findTopicOfQuestion } from './topics.ts'

/** UTF-16 code units. What is further away in a source is about something else. */
const nearbyChars = 1_000

/** UTF-16 code units. Shorter answers come first in the interview. */
const shortAnswerChars = 60

type PlacedThread = { paragraph: number; runs: Thread }

/**
 * Each answer after the paragraph, or the answer, that its question cites: first those about what is quoted, in the
 * order in which they were asked. The others are an interview: the short ones first.
 */
export function placeAnswers(paragraphs: readonly LoreParagraph[], runs: readonly Run[]) {
  const threads: PlacedThread[] = []
  let last: PlacedThread | undefined
  for (const run of runs.toSorted(compareAskedOrder)) {
    const answer = getAnswer(run)
    const referenced = threads.find((thread) =>
      thread.runs.some((other) => refersToAnswer(answer, getAnswer(other)?.entryId)),
    )
    const paragraph = findParagraph(paragraphs, answer)
    last = referenced ?? (paragraph < 0 && hasAnaphor(answer) ? last : undefined) ?? { paragraph, runs: [] }
    if (last.runs.length === 0) threads.push(last)
    last.runs.push(run)
  }
  const listAt = (at: number) => threads.filter(({ paragraph }) => paragraph === at)
  const interview = listAt(-1).toSorted((a, b) => Number(isShort(b)) - Number(isShort(a)))
  return {
    paragraphs: paragraphs.map((one, at) => ({ ...one, threads: listAt(at).map((thread) => thread.runs) })),
    interview: interview.map((thread) => thread.runs),
  }
}

export const getAnswer = ({ origin }: Run): LoreAnswer | undefined =>
  origin.kind === 'answer' ? origin.answer : undefined

/** Identifiers grow with the time at which a question was offered: a revised answer keeps its place. */
function compareAskedOrder(a: Run, b: Run): number {
  const [one, other] = [getAnswer(a), getAnswer(b)]
  return (one?.sitting ?? 0) - (other?.sitting ?? 0) || ((one?.entryId ?? '') < (other?.entryId ?? '') ? -1 : 1)
}

const refersToAnswer = (answer: LoreAnswer | undefined, entryId: string | undefined): boolean =>
  (answer?.references ?? []).some((reference) => reference.kind === 'answer' && reference.entryId === entryId)

/** The paragraph that quotes what the question cites, or is nearest to it in its source, or has its topic; else -1. */
function findParagraph(paragraphs: readonly LoreParagraph[], answer: LoreAnswer | undefined): number {
  const references = answer?.references?.filter(({ kind }) => kind === 'original') ?? []
  if (answer === undefined || references.length === 0) return -1
  const quoting = paragraphs.findIndex(({ runs }) => runs.some((run) => quotesReference(run, references)))
  if (quoting >= 0) return quoting
  const distances = paragraphs.map(({ runs }) => Math.min(...runs.map((run) => measureDistance(run, references))))
  const least = Math.min(...distances)
  if (least <= nearbyChars) return distances.indexOf(least)
  const section = findSection(findTopicOfQuestion(answer.question))
  return paragraphs.findLastIndex(
    ({ runs: [run] }) => section !== undefined && run && findSection(findTopic(run)) === section,
  )
}

/** "Is that true, too?", but not "the first record that you bought". */
const anaphor =
  /\b(?:this|these|those|it|too|then|he|she|they|him|her|them)\b|\bthat\b(?!\s(?:you|I|we|the|an?|your|my|our|there)\b)/iu
const hasAnaphor = (answer: LoreAnswer | undefined): boolean => anaphor.test(answer?.question ?? '')

const isShort = ({ runs }: PlacedThread): boolean =>
  runs.length === 1 && (getAnswer(runs[0] as Run)?.answer.length ?? 0) < shortAnswerChars
