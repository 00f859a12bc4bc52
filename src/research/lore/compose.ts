/*
 * Lore without a language model: runs of sentences of the artist's answers and of approved evidence, quoted exactly,
 * each with its citation, joined by fixed forms. Pure: the same input gives the same text on every machine and every
 * run.
 */

import { runAtOnce } from '#src/text/time-slices.ts'
import { arrange } from './arrange.ts'
import { answersBoundedQuestion, type LoreBoundary, speaksOf, spokenIn, subjectsOf } from './boundaries.ts'
import { type Claim, claimsOf, deniedIn, factsOfName, type LoreCorrection } from './corrections.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import { type Rules, runsOfAnswer, runsOfPassage } from './offers.ts'
import { rarityOver } from './rarity.ts'
import { type Lore, render } from './render.ts'
import type { Run } from './runs.ts'
import { type Offer, select } from './select.ts'
import { type EvidenceSentence, sentencesOfAnswer, sentencesOfPassage } from './sentence.ts'
import { nameWordsOf } from './speech/names.ts'

/** All that Lore is composed from; `maxChars` is in UTF-16 code units. */
export type LoreInput = {
  artistName: string
  answers: readonly LoreAnswer[]
  passages: readonly LorePassage[]
  /** Those in force now. */
  boundaries: readonly LoreBoundary[]
  corrections: readonly LoreCorrection[]
  maxChars: number
  /** A text that this one continues; its sentences are not repeated. */
  precedingText?: string
  /** Whether answers correct and deny as ever but are not quoted. */
  withoutAnswers?: boolean
}

/** The question that asks for corrections: its answer corrects, and is no text. */
export const correctionQuestionKey = 'onboarding-4'

/** Runs of one text. */
const runsMax = 60
/** UTF-16 code units of one answer's run, at most and at least. */
const answerChars = { most: 520, least: 140 }

/**
 * Life, then work, then voice; a paragraph for each answer and for what one voice says in one source. Bounded questions
 * and subjects, corrected and denied claims and near-duplicates are left out. Yields after some milliseconds of work.
 */
export function* composing(input: LoreInput): Generator<void, Lore> {
  const runs = yield* choosing(input, runsMax)
  return render(arrange(runs), input.artistName)
}

/** The runs that score best and that no rule forbids; their text is at most `maxChars` long. */
export function* choosing(input: LoreInput, runsMax: number): Generator<void, Run[]> {
  const answers: { answer: LoreAnswer; sentences: EvidenceSentence[] }[] = []
  for (const answer of input.answers) {
    answers.push({ answer, sentences: sentencesOfAnswer(answer) })
    yield
  }
  const passages: { passage: LorePassage; sentences: EvidenceSentence[] }[] = []
  for (const passage of input.passages) {
    passages.push({ passage, sentences: sentencesOfPassage(passage) })
    yield
  }
  const rules = yield* rulesOf(input, answers, passages)
  const open = input.withoutAnswers
    ? []
    : yield* oneByOne(answers, (entry) => (mayAnswer(entry.answer, input, rules) ? [entry] : []))
  const charsMax = Math.min(
    answerChars.most,
    Math.max(answerChars.least, (0.7 * input.maxChars) / Math.max(1, open.length) - 60),
  )
  const answerOffers: Offer[] = []
  for (const { answer, sentences } of open) {
    answerOffers.push({ key: answer.entryId, runs: yield* runsOfAnswer(answer, sentences, rules, charsMax) })
    yield
  }
  const ofSource = new Map<string, Run[]>()
  for (const { passage, sentences } of passages) {
    if (!speaksOf(rules.subjects, spokenIn(passage.title ?? ''), rules.rarity)) {
      ofSource.set(passage.sourceId, [
        ...(ofSource.get(passage.sourceId) ?? []),
        ...(yield* runsOfPassage(passage, sentences, rules)),
      ])
    }
    yield
  }
  const sourceOffers = [...ofSource].map(([key, runs]) => ({ key, runs: runs.toSorted((a, b) => b.score - a.score) }))
  return yield* select(answerOffers, sourceOffers, { artistName: input.artistName, charsMax: input.maxChars, runsMax })
}

function* rulesOf(
  input: LoreInput,
  answers: readonly { answer: LoreAnswer; sentences: EvidenceSentence[] }[],
  passages: readonly { sentences: EvidenceSentence[] }[],
): Generator<void, Rules> {
  const { artistName, boundaries, corrections } = input
  const all = [...answers, ...passages].flatMap(({ sentences }) => sentences)
  const putRight = answers.filter(({ answer }) => answer.questionKey === correctionQuestionKey)
  const denied: Claim[] = []
  for (const { sentences } of answers) {
    denied.push(
      ...deniedIn(
        sentences.map(({ text }) => text),
        artistName,
      ),
    )
    yield
  }
  const subjects = yield* oneByOne(boundaries, (boundary) => subjectsOf([boundary], artistName))
  const claims = yield* oneByOne(corrections, (correction) => claimsOf([correction], artistName))
  const retracted = yield* oneByOne(putRight, ({ answer }) =>
    claimsOf([{ claim: answer.answer, correction: null }], artistName),
  )
  return {
    artistName: { words: nameWordsOf(artistName), hasNamesake: false },
    factsOfArtist: factsOfName(artistName),
    subjects,
    claims,
    denied: [...denied, ...retracted],
    rarity: yield* rarityOver(all),
    precedingText: input.precedingText ?? '',
  }
}

/** `items.flatMap(read)`, yielding after each item. */
function* oneByOne<Item, Read>(items: readonly Item[], read: (item: Item) => readonly Read[]): Generator<void, Read[]> {
  const all: Read[] = []
  for (const item of items) {
    all.push(...read(item))
    yield
  }
  return all
}

/** An answer says "yes, he did" about what only its question names. */
const mayAnswer = (answer: LoreAnswer, { boundaries }: LoreInput, { subjects, rarity }: Rules): boolean =>
  answer.questionKey !== correctionQuestionKey &&
  !answersBoundedQuestion(answer, boundaries) &&
  !speaksOf(subjects, spokenIn(answer.question), rarity)

/** Composes in one go, for callers without an event loop to keep free. */
export const composeLore = (input: LoreInput): Lore => runAtOnce(composing(input))
