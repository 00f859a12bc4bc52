import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { SentenceLookup } from './passages.ts'
import { listSentences, type SearchScope } from './queries.ts'
import type { Anchor } from './rank.ts'
import type { SentenceSpan } from './sentences.ts'

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

/** The best anchors that stand apart from each other. */
export function chooseDistinctAnchors(anchors: Anchor[], anchorsMax: number): Anchor[] {
  const neighbours = new Set<string>()
  const distinct: Anchor[] = []
  for (const anchor of anchors) {
    if (distinct.length === anchorsMax) break
    if (neighbours.has(`${anchor.sourceId} ${anchor.sentence}`)) continue
    distinct.push(anchor)
    for (
      let sentence = anchor.sentence - samePassageSentences;
      sentence <= anchor.sentence + samePassageSentences;
      sentence += 1
    ) {
      neighbours.add(`${anchor.sourceId} ${sentence}`)
    }
  }
  return distinct
}
