import type { HashedCitation } from '#src/text/revisions.ts'
import { findSentences } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { answersBoundedQuestion, extractTerms, type LoreBoundary, listSubjects, mentionsSubject } from './boundaries.ts'
import type { LoreAnswer } from './evidence.ts'
import { computeRarity } from './rarity.ts'

/** A sentence of the Lore; offsets in UTF-16 code units of its text. */
export type LoreSentence = { start: number; end: number; text: string }

/** An answer of which sentences are kept out; `isWhole`: its question is bounded or speaks of a bounded subject. */
export type BoundedAnswer = Pick<LoreAnswer, 'entryId' | 'questionKey' | 'question'> & {
  sentenceCount: number
  isWhole: boolean
}

type Input = {
  artistName: string
  boundary: LoreBoundary
  answers: readonly LoreAnswer[]
  lore: { text: string; citations: readonly HashedCitation[] } | null
}

/** What a boundary would keep out of the current Lore and of the answers, by the comparison that composes the Lore. */
export function* previewBoundary({
  artistName,
  boundary,
  answers,
  lore,
}: Input): TimeSliced<{ sentences: LoreSentence[]; answers: BoundedAnswer[] }> {
  const answersRead: { answer: LoreAnswer; sentences: ReturnType<typeof extractTerms>[] }[] = []
  for (const answer of answers) {
    const windows = findSentences(answer.answer)
    answersRead.push({
      answer,
      sentences: windows.map(({ start, end }) => extractTerms(answer.answer.slice(start, end))),
    })
    yield
  }
  const quoted: (LoreSentence & { entryId: string | null; terms: ReturnType<typeof extractTerms> })[] = []
  for (const { start: from, end, kind, id } of lore?.citations ?? []) {
    const passage = lore?.text.slice(from, end) ?? ''
    for (const window of findSentences(passage)) {
      const text = passage.slice(window.start, window.end)
      const sentence = { start: from + window.start, end: from + window.end, text }
      quoted.push({ ...sentence, entryId: kind === 'answer' ? id : null, terms: extractTerms(text) })
    }
    yield
  }
  const subjects = listSubjects([boundary], artistName)
  const rarity = yield* computeRarity([
    ...answersRead.flatMap(({ sentences }) => sentences),
    ...quoted.map((one) => one.terms),
  ])
  const bounded: BoundedAnswer[] = []
  for (const { answer, sentences } of answersRead) {
    const { entryId, questionKey, question } = answer
    const isWhole =
      answersBoundedQuestion(answer, [boundary]) || mentionsSubject(subjects, extractTerms(answer.question), rarity)
    const relevant = isWhole ? sentences : sentences.filter((terms) => mentionsSubject(subjects, terms, rarity))
    if (relevant.length > 0) bounded.push({ entryId, questionKey, question, sentenceCount: relevant.length, isWhole })
    yield
  }
  const whole = new Set(bounded.filter(({ isWhole }) => isWhole).map(({ entryId }) => entryId))
  const sentences = quoted.filter(
    ({ entryId, terms }) => (entryId !== null && whole.has(entryId)) || mentionsSubject(subjects, terms, rarity),
  )
  return { sentences: sentences.map(({ start, end, text }) => ({ start, end, text })), answers: bounded }
}
