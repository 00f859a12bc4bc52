import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { listSentences, type SearchScope } from './queries.ts'
import type { Anchor } from './rank.ts'
import type { SentenceSpan } from './segments.ts'

/** A result: a window of a source, UTF-16 code units, [start, end). */
export type RankedPassage = { sourceId: string; start: number; end: number; score: number }

/** The bounds of a sentence by its source and number; undefined where there is none. */
export type SentenceLookup = (sourceId: string, sentence: number) => SentenceSpan | undefined

export type PassageBudget = { limit: number; maxChars: number; passageCharsMax: number }

/** UTF-16 code units of a passage at most. */
export const foundPassageCharsMax = 1_000

/**
 * How long a passage may be with a budget. The greatest holds a speaker's whole thought, and five of them leave room in
 * the usual 6,000; of a small budget two passages are made rather than one.
 */
export const computePassageCharsMax = (maxChars: number) => Math.min(foundPassageCharsMax, Math.floor(maxChars / 2))

/**
 * Passages around the best anchors, best first and without overlap, as many as there is room for. Each grows by whole
 * sentences.
 */
export function choosePassages(
  anchors: Anchor[],
  findSentence: SentenceLookup,
  budget: PassageBudget,
): { passages: RankedPassage[]; truncated: boolean } {
  const taken = new Set<string>()
  const findFree: SentenceLookup = (sourceId, sentence) =>
    taken.has(`${sourceId} ${sentence}`) ? undefined : findSentence(sourceId, sentence)
  const passages: RankedPassage[] = []
  let charsLeft = budget.maxChars
  for (const { sourceId, sentence, score } of anchors) {
    if (passages.length === budget.limit) break
    const span = findFree(sourceId, sentence)
    if (span === undefined) continue
    if (span.end - span.start > charsLeft) return { passages, truncated: true }
    const charsMax = Math.min(budget.passageCharsMax, charsLeft)
    const passage = growPassage({ ...span, sourceId, first: sentence, last: sentence }, findFree, charsMax)
    for (let at = passage.first; at <= passage.last; at += 1) taken.add(`${sourceId} ${at}`)
    passages.push({ sourceId, start: passage.start, end: passage.end, score })
    charsLeft -= passage.end - passage.start
  }
  return { passages, truncated: false }
}

type Growing = SentenceSpan & { sourceId: string; first: number; last: number }

/** The passage with as many of its neighbours as it can hold, each on the side that has less so far. */
function growPassage(anchor: Growing, findFree: SentenceLookup, charsMax: number): Growing {
  const { sourceId } = anchor
  let passage = anchor
  for (;;) {
    const { first, last, start, end } = passage
    const before = findFree(sourceId, first - 1)
    const after = findFree(sourceId, last + 1)
    const mayPrecede = before !== undefined && end - before.start <= charsMax
    const mayFollow = after !== undefined && after.end - start <= charsMax
    if (!mayPrecede && !mayFollow) return passage
    const follows = end - anchor.end <= anchor.start - start
    passage =
      mayFollow && (follows || !mayPrecede)
        ? { ...passage, last: last + 1, end: after.end }
        : { ...passage, first: first - 1, start: before?.start ?? start }
  }
}

/** Anchors at most so many sentences from a better one lie in its passage as a rule. */
const samePassageSentences = 3
/** Anchors to read for every passage wanted: some lie within a passage already made. */
const anchorsPerPassage = 3
/** Sentences to read on either side: a passage of verses of 30 characters holds no more. */
const neighbourSentences = 16

/** The sentences around the best anchors, as many as `limit` passages can need. */
export async function loadSentences(
  db: Kysely<DB>,
  scope: SearchScope,
  anchors: Anchor[],
  revisions: ReadonlyMap<string, string>,
  limit: number,
): Promise<SentenceLookup> {
  const ranges = chooseDistinctAnchors(anchors, limit * anchorsPerPassage).map(({ sourceId, segment, sentence }) => ({
    sourceId,
    revision: revisions.get(sourceId) ?? '',
    segment,
    first: Math.max(0, sentence - neighbourSentences),
    last: sentence + neighbourSentences,
  }))
  const sentences = new Map<string, SentenceSpan>()
  for (const found of await listSentences(db, scope, ranges)) {
    for (const [at, sentence] of found.sentences.entries())
      sentences.set(`${found.source_id} ${found.first_sentence + at}`, sentence)
  }
  return (sourceId, sentence) => sentences.get(`${sourceId} ${sentence}`)
}

/** Whether two anchors lie in one passage as a rule. */
export const areNear = (one: Anchor, other: Anchor): boolean =>
  one.sourceId === other.sourceId && Math.abs(one.sentence - other.sentence) <= samePassageSentences

/** The best anchors that stand apart from each other. */
export function chooseDistinctAnchors(anchors: readonly Anchor[], anchorsMax: number): Anchor[] {
  const distinct: Anchor[] = []
  for (const anchor of anchors) {
    if (distinct.length === anchorsMax) break
    if (!distinct.some((better) => areNear(better, anchor))) distinct.push(anchor)
  }
  return distinct
}
