/*
 * Lore without a language model: whole sentences of the artist's answers and of approved evidence, exactly as they
 * stand, each with its citation. Pure: the same input gives the same text on every machine and every run.
 */
import type { LoreObject } from '#src/text/revisions.ts'
import {
  type Candidate,
  isFinished,
  type LoreAnswer,
  type LorePassage,
  sentencesOfAnswer,
  sentencesOfPassage,
} from './candidates.ts'
import { informativeness, usable } from './informative.ts'
import {
  answersBoundedQuestion,
  boundedStems,
  claimsOf,
  clearOf,
  type LoreBoundary,
  type LoreCorrection,
  repeatsClaim,
  touches,
} from './permitted.ts'
import { contentStems, shared } from './words.ts'

/** All that Lore is composed from. The text keeps the order of `answers` and `passages`; `maxChars` is in UTF-16 code units. */
export type LoreInput = {
  artistName: string
  answers: readonly LoreAnswer[]
  passages: readonly LorePassage[]
  /** Those in force now. */
  boundaries: readonly LoreBoundary[]
  corrections: readonly LoreCorrection[]
  maxChars: number
}

export type Lore = Pick<LoreObject, 'text' | 'citations'>

/** More sentences than this from one answer or source would make Lore its summary instead of the artist's profile. */
const sentencesPerParagraphMax = 6
/** What answers may fill while there is evidence to add: Lore speaks for the artist first, and not only. */
const answersShare = 2 / 3
export const paragraphBreak = '\n\n'

/**
 * The artist's own words first, then approved evidence; one paragraph for each answer and each source, its sentences
 * in the order they have there. Bounded questions and subjects, corrected claims and near-duplicates stay out. The
 * text is at most `maxChars` long, and empty when there is nothing that may be said.
 */
export function composeLore(input: LoreInput): Lore {
  return written(choose(input))
}

/** The sentences that tell most and that nothing forbids, in reading order; together at most `maxChars` long. */
export function choose(input: LoreInput): Candidate[] {
  const { artistName, maxChars, passages } = input
  const allowed = permitted(input)
  const answers = ranked(allowed.answers, artistName)
  let chosen = withBest([], answers, passages.length > 0 ? maxChars * answersShare : maxChars)
  chosen = withBest(chosen, ranked(allowed.passages, artistName), maxChars)
  chosen = withBest(chosen, answers, maxChars)
  return [...allowed.answers, ...allowed.passages].filter((sentence) => chosen.includes(sentence))
}

/** Every usable sentence that nothing forbids, in reading order. */
function permitted(input: LoreInput): { answers: Candidate[]; passages: Candidate[] } {
  const bounded = boundedStems(input.boundaries, input.artistName)
  const name = contentStems(input.artistName)
  const claims = claimsOf(input.corrections, input.artistName)
  const allowed = (sentences: Candidate[]) =>
    clearOf(bounded, sentences).filter((sentence) => usable(sentence) && !repeatsClaim(sentence, claims, name))
  // An answer says "yes, he did" about what only its question names, and a title may name what its text is about.
  const answers = input.answers.filter(
    (answer) => !answersBoundedQuestion(answer, input.boundaries) && !touches(bounded, answer.question),
  )
  const passages = input.passages.filter(({ title }) => !touches(bounded, title ?? ''))
  return {
    answers: answers.flatMap((answer) => allowed(sentencesOfAnswer(answer))),
    passages: passages.flatMap((passage) => allowed(sentencesOfPassage(passage))),
  }
}

function ranked(sentences: readonly Candidate[], artistName: string): Candidate[] {
  const name = contentStems(artistName)
  const scored = sentences.map((sentence) => ({ sentence, score: informativeness(sentence, name) }))
  // The sort is stable: of two that tell as much, the one that comes first in the input is taken first.
  return scored.sort((a, b) => b.score - a.score).map(({ sentence }) => sentence)
}

/** The chosen sentences and the best of the ranked ones that fit beside them into `charsMax` UTF-16 code units. */
function withBest(chosen: readonly Candidate[], rankedSentences: readonly Candidate[], charsMax: number): Candidate[] {
  const all = [...chosen]
  let chars = all.reduce((sum, { text }) => sum + text.length + paragraphBreak.length, 0)
  for (const sentence of rankedSentences) {
    if (chars + sentence.text.length > charsMax) continue
    const siblings = all.filter(({ id, kind }) => id === sentence.id && kind === sentence.kind)
    if (siblings.length >= sentencesPerParagraphMax || all.some((other) => nearlySame(other, sentence))) continue
    all.push(sentence)
    chars += sentence.text.length + paragraphBreak.length
  }
  return all
}

/** Four in five of the shorter one's content words: the same statement, in a quotation, a repost or other words. */
export function nearlySame(one: Candidate, other: Candidate): boolean {
  return shared(one.stems, other.stems) >= 0.8 * Math.min(one.stems.size, other.stems.size)
}

function written(sentences: readonly Candidate[]): Lore {
  const paragraphs = Map.groupBy(sentences, ({ kind, id }) => `${kind} ${id}`)
  const lore: Lore = { text: '', citations: [] }
  for (const paragraph of paragraphs.values()) {
    let separator = lore.text === '' ? '' : paragraphBreak
    for (const { text, kind, id, revision, quoteStart, quoteEnd } of paragraph) {
      const start = lore.text.length + separator.length
      lore.text += separator + text
      lore.citations.push({ start, end: lore.text.length, kind, id, revision, quoteStart, quoteEnd })
      // An answer's line without a full stop keeps a line of its own.
      separator = isFinished(text) ? ' ' : '\n'
    }
  }
  return lore
}
