/*
 * Lore without a language model: runs of sentences of the artist's answers and of approved evidence, quoted exactly,
 * each with its citation, joined by fixed forms. Pure: the same input gives the same text on every machine and every
 * run.
 */

import type { TimeSliced } from '#src/text/time-slices.ts'
import { arrange } from './arrange.ts'
import { answersBoundedQuestion, extractTerms, type LoreBoundary, listSubjects, mentionsSubject } from './boundaries.ts'
import { buildAnswerRuns, buildPassageRuns } from './build-runs.ts'
import {
  type Claim,
  collectClaimStems,
  type LoreCorrection,
  listDeniedClaims,
  parseClaims,
  parseCorrections,
} from './corrections.ts'
import { chooseEpithet, type Epithet, listEpithets } from './epithet.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import type { RunRules } from './exclusions.ts'
import { computeIdf } from './inverse-document-frequency.ts'
import { type Lore, render } from './render.ts'
import { compareMerit, type Run } from './runs.ts'
import { type RunGroup, select } from './select.ts'
import { type EvidenceSentence, splitAnswer, splitPassage } from './sentence.ts'
import { type ArtistInText, findShortName } from './short-name.ts'
import { buildNameMatcher } from './speech/names.ts'

/** All that Lore is composed from; `charsMax` is in UTF-16 code units. */
export type LoreInput = {
  artistName: string
  /** The short name found in the whole pages; without it, it is looked for in the passages. */
  shortName?: string | null
  answers: readonly LoreAnswer[]
  passages: readonly LorePassage[]
  /** Those in force now. */
  boundaries: readonly LoreBoundary[]
  corrections: readonly LoreCorrection[]
  charsMax: number
  /** A text that this one continues; its sentences are not repeated. */
  precedingText?: string
  /** Whether answers are not quoted. They still correct and deny. */
  withoutAnswers?: boolean
}

/** The question that asks for corrections: its answer corrects, and is no text. */
export const correctionQuestionKey = 'onboarding-4'

/** Runs of one text. */
const loreRunsMax = 60
/** UTF-16 code units of one answer's run, and of the words that introduce it. */
const answerRunCharsMax = 760
const answerRunCharsMin = 140
const leadInChars = 60

/** The share of a text that answers may fill; the rest is for what sources say. */
const answersShare = 0.7

/** The most that one answer may use of the room: short answers leave the rest of their share to long ones. */
function computeAnswerCharsMax(room: number, lengths: readonly number[]): number {
  let left = room
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = left / (lengths.length - at)
    if (length > share) return Math.min(answerRunCharsMax, Math.max(answerRunCharsMin, share))
    left -= length
  }
  return answerRunCharsMax
}

/**
 * An introduction, then paragraphs by class and year, regrouped by topic (order.ts). A paragraph has one voice of one
 * source, and the answers to questions about it follow; the others are an interview at the end.
 * Bounded questions and subjects, corrected and denied claims and near-duplicates are left out. Yields between steps.
 */
export function* compose(input: LoreInput): TimeSliced<Lore> {
  const { runs, artist } = yield* chooseRunsAndNames(input, loreRunsMax)
  return render(arrange(runs), artist)
}

const chooseShortName = ({ artistName, shortName, passages }: LoreInput): string =>
  shortName ??
  findShortName(
    artistName,
    passages.map(({ text }) => text),
  )

/** The runs that score best and that no rule excludes; their text is at most `charsMax` long. */
export function* chooseRuns(input: LoreInput, runsMax: number): TimeSliced<Run[]> {
  return (yield* chooseRunsAndNames(input, runsMax)).runs
}

function* chooseRunsAndNames(input: LoreInput, runsMax: number): TimeSliced<{ runs: Run[]; artist: ArtistInText }> {
  const answers: { answer: LoreAnswer; sentences: EvidenceSentence[] }[] = []
  for (const answer of input.answers) {
    answers.push({ answer, sentences: splitAnswer(answer) })
    yield
  }
  const passages: { passage: LorePassage; sentences: EvidenceSentence[] }[] = []
  for (const passage of input.passages) {
    passages.push({ passage, sentences: splitPassage(passage) })
    yield
  }
  const rules = yield* buildRules(input, answers, passages)
  const quotableAnswers = input.withoutAnswers
    ? []
    : yield* flatMapYielding(answers, (entry) => (mayAnswer(entry.answer, input, rules) ? [entry] : []))
  const answerCharsMax = computeAnswerCharsMax(
    answersShare * input.charsMax - leadInChars * quotableAnswers.length,
    quotableAnswers.map(({ answer }) => answer.answer.length),
  )
  const answerGroups: RunGroup[] = []
  for (const { answer, sentences } of quotableAnswers) {
    answerGroups.push({ key: answer.entryId, runs: yield* buildAnswerRuns(answer, sentences, rules, answerCharsMax) })
    yield
  }
  const runsBySource = new Map<string, Run[]>()
  const epithets: Epithet[] = []
  for (const { passage, sentences } of passages) {
    if (!mentionsSubject(rules.subjects, extractTerms(passage.title ?? ''), rules.idf)) {
      runsBySource.set(passage.sourceId, [
        ...(runsBySource.get(passage.sourceId) ?? []),
        ...(yield* buildPassageRuns(passage, sentences, rules)),
      ])
      epithets.push(...(yield* listEpithets(passage, sentences, rules)))
    }
    yield
  }
  const sourceGroups = [...runsBySource].map(([key, runs]) => ({ key, runs: runs.toSorted(compareMerit) }))
  const hasPrecedingText = (input.precedingText ?? '') !== ''
  const artist = {
    name: input.artistName,
    called: chooseShortName(input),
    hasPrecedingText,
    epithet: hasPrecedingText ? undefined : chooseEpithet(epithets),
  }
  const runs = yield* select(answerGroups, sourceGroups, { artist, charsMax: input.charsMax, runsMax })
  return { runs, artist }
}

function* buildRules(
  input: LoreInput,
  answers: readonly { answer: LoreAnswer; sentences: EvidenceSentence[] }[],
  passages: readonly { sentences: EvidenceSentence[] }[],
): TimeSliced<RunRules> {
  const { artistName, boundaries, corrections } = input
  const all = [...answers, ...passages].flatMap(({ sentences }) => sentences)
  const correctingAnswers = answers.filter(({ answer }) => answer.questionKey === correctionQuestionKey)
  const denied: Claim[] = []
  for (const { sentences } of answers) {
    denied.push(
      ...listDeniedClaims(
        sentences.map(({ text }) => text),
        artistName,
      ),
    )
    yield
  }
  const subjects = yield* flatMapYielding(boundaries, (boundary) => listSubjects([boundary], artistName))
  const ownCorrections = answers.flatMap(({ sentences }) =>
    parseCorrections(
      sentences.map(({ text }) => text),
      artistName,
    ),
  )
  const claims = yield* flatMapYielding([...corrections, ...ownCorrections], (correction) =>
    parseClaims([correction], artistName),
  )
  const correctedByAnswer = yield* flatMapYielding(correctingAnswers, ({ answer }) =>
    parseClaims([{ claim: answer.answer, correction: null }], artistName),
  )
  return {
    nameMatcher: buildNameMatcher(artistName),
    artistNameStems: collectClaimStems(artistName),
    subjects,
    claims,
    denied: [...denied, ...correctedByAnswer],
    idf: yield* computeIdf(all),
    references: answers.flatMap(({ answer }) => answer.references ?? []),
    precedingText: input.precedingText ?? '',
  }
}

/** `items.flatMap(read)`, yielding after each item. */
function* flatMapYielding<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => readonly Read[],
): TimeSliced<Read[]> {
  const all: Read[] = []
  for (const item of items) {
    all.push(...read(item))
    yield
  }
  return all
}

/** An answer says "yes, he did" about what only its question names. */
const mayAnswer = (answer: LoreAnswer, { boundaries }: LoreInput, { subjects, idf }: RunRules): boolean =>
  answer.questionKey !== correctionQuestionKey &&
  !answersBoundedQuestion(answer, boundaries) &&
  !mentionsSubject(subjects, extractTerms(answer.question), idf)
