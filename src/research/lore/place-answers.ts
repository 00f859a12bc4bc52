import type { AnswerReference, LoreAnswer } from './evidence.ts'
import type { LoreParagraph } from './outline.ts'
import { holdsCited, measureDistance } from './references.ts'
import type { Run } from './runs.ts'

/** UTF-16 code units. What is further away in a source is about something else. */
const nearbyChars = 600

/** An answer, and those whose questions are about it. */
type Thread = { paragraph: number; runs: Run[] }

/** UTF-16 code units. A shorter answer does not end a text. */
const shortAnswer = 60

/**
 * Each answer after the paragraph, or the answer, that its question cites. The others are an interview: the short ones
 * first, each group in the order in which they were asked.
 */
export function placeAnswers(paragraphs: readonly LoreParagraph[], runs: readonly Run[]) {
  const threads: Thread[] = []
  let last: Thread | undefined
  for (const run of runs.toSorted(byAsked)) {
    const answer = getAnswer(run)
    const cited = threads.find((thread) => thread.runs.some((other) => citesAnswer(answer, getAnswer(other)?.entryId)))
    const paragraph = findParagraph(paragraphs, answer?.references ?? [])
    last = cited ?? (paragraph < 0 && pointsBack(answer) ? last : undefined) ?? { paragraph, runs: [] }
    if (last.runs.length === 0) threads.push(last)
    last.runs.push(run)
  }
  const interview = threads.filter(({ paragraph }) => paragraph < 0)
  return {
    paragraphs: paragraphs.map((paragraph, at) => ({
      ...paragraph,
      answers: threads.filter((thread) => thread.paragraph === at).flatMap((thread) => thread.runs),
    })),
    interview: interview.toSorted((a, b) => Number(isShort(b)) - Number(isShort(a))).flatMap((thread) => thread.runs),
  }
}

const getAnswer = ({ of }: Run): LoreAnswer | undefined => (of.kind === 'answer' ? of.answer : undefined)

/** Identifiers grow with the time at which a question was offered: a revised answer keeps its place. */
function byAsked(a: Run, b: Run): number {
  const [one, other] = [getAnswer(a), getAnswer(b)]
  return (one?.sitting ?? 0) - (other?.sitting ?? 0) || ((one?.entryId ?? '') < (other?.entryId ?? '') ? -1 : 1)
}

const citesAnswer = (answer: LoreAnswer | undefined, entryId: string | undefined): boolean =>
  (answer?.references ?? []).some((reference) => reference.kind === 'answer' && reference.entryId === entryId)

/** The paragraph that quotes what the question cites, else the nearest from the same place of the source, else -1. */
function findParagraph(paragraphs: readonly LoreParagraph[], references: readonly AnswerReference[]): number {
  const quoting = paragraphs.findIndex(({ runs }) => runs.some((run) => holdsCited(run, references)))
  if (quoting >= 0) return quoting
  const distances = paragraphs.map(({ runs }) => Math.min(...runs.map((run) => measureDistance(run, references))))
  const least = Math.min(...distances)
  return least > nearbyChars ? -1 : distances.indexOf(least)
}

/** "Is that true, too?", but not "the first record that you bought". */
const pointing =
  /\b(?:this|these|those|it|too|then|he|she|they|him|her|them)\b|\bthat\b(?!\s(?:you|I|we|the|an?|your|my|our|there)\b)/iu
const pointsBack = (answer: LoreAnswer | undefined): boolean => pointing.test(answer?.question ?? '')

const isShort = ({ runs }: Thread): boolean =>
  (runs.length === 1 ? (getAnswer(runs[0] as Run)?.answer.length ?? 0) : shortAnswer) < shortAnswer
