import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { Span } from '#src/text/windows.ts'
import type { SourceWindow } from '../references/windows.ts'
import { listSentences } from './queries.ts'
import type { Sentence } from './rank.ts'

/** The bounds of a sentence by its text's revision and its number; undefined where there is none. */
type SentenceLookup = (revision: string, sentence: number) => Span | undefined

/**
 * UTF-16 code units of a passage at most: it holds a speaker's whole thought, and five of them leave room in the usual
 * 6,000. Of a small budget two passages are made rather than one.
 */
export const foundPassageCharsMax = 1_000

/**
 * Passages around the best anchors, best first and without overlap, as many as there is room for. Each grows by whole
 * sentences.
 */
export function choosePassages(
  anchors: Sentence[],
  findSentence: SentenceLookup,
  { limit, maxChars }: { limit: number; maxChars: number },
): { passages: SourceWindow[]; truncated: boolean } {
  const taken = new Set<string>()
  const findFree: SentenceLookup = (revision, sentence) =>
    taken.has(`${revision} ${sentence}`) ? undefined : findSentence(revision, sentence)
  const passages: SourceWindow[] = []
  let charsLeft = maxChars
  for (const { sourceId, revision, sentence } of anchors) {
    if (passages.length === limit) break
    const span = findFree(revision, sentence)
    if (span === undefined) continue
    if (span.end - span.start > charsLeft) return { passages, truncated: true }
    const charsMax = Math.min(foundPassageCharsMax, Math.floor(maxChars / 2), charsLeft)
    const passage = growPassage({ ...span, revision, first: sentence, last: sentence }, findFree, charsMax)
    for (let at = passage.first; at <= passage.last; at += 1) taken.add(`${revision} ${at}`)
    passages.push({ sourceId, revision, start: passage.start, end: passage.end })
    charsLeft -= passage.end - passage.start
  }
  return { passages, truncated: false }
}

type Growing = Span & { revision: string; first: number; last: number }

/** The passage with as many of its neighbours as it can hold, each on the side that has less so far. */
function growPassage(anchor: Growing, findFree: SentenceLookup, charsMax: number): Growing {
  const { revision } = anchor
  let passage = anchor
  for (;;) {
    const { first, last, start, end } = passage
    const before = findFree(revision, first - 1)
    const after = findFree(revision, last + 1)
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
/**
 * Sentences to read on either side: a passage of verses of 16 characters holds no more. Of anchors more than half as far
 * apart, three at most lie in it, so a text that repeats a word leaves room for others.
 */
const neighbourSentences = 32

/** The sentences around the best anchors, as many as `limit` passages can need. */
export async function loadSentences(
  db: Kysely<DB>,
  artistId: string,
  anchors: Sentence[],
  limit: number,
): Promise<SentenceLookup> {
  const distinct = chooseDistinctAnchors(anchors, limit * anchorsPerPassage, neighbourSentences / 2)
  const ranges = distinct.map(({ sentence, ...anchor }) => ({
    ...anchor,
    first: sentence - neighbourSentences,
    last: sentence + neighbourSentences,
  }))
  const found = await listSentences(db, artistId, ranges)
  const sentences = new Map(found.map(({ revision, sentence, ...span }) => [`${revision} ${sentence}`, span]))
  return (revision, sentence) => sentences.get(`${revision} ${sentence}`)
}

/** Whether two anchors lie in one passage as a rule. */
export const areNear = (one: Sentence, other: Sentence, nearSentences = samePassageSentences): boolean =>
  one.revision === other.revision && Math.abs(one.sentence - other.sentence) <= nearSentences

/** The best anchors that stand apart from each other. */
export function chooseDistinctAnchors<A extends Sentence>(
  anchors: readonly A[],
  anchorsMax: number,
  nearSentences?: number,
): A[] {
  const distinct: A[] = []
  for (const anchor of anchors) {
    if (distinct.length === anchorsMax) break
    if (!distinct.some((better) => areNear(better, anchor, nearSentences))) distinct.push(anchor)
  }
  return distinct
}
