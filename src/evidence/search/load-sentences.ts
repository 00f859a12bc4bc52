import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { listSentences, type SearchScope } from './queries.ts'
import type { Anchor } from './rank.ts'
import type { SentenceSpan } from './sentences.ts'
import type { SentenceLookup } from './snippets.ts'

/** Anchors this near to a better one lie in its window as a rule. */
const sameWindow = 3
/** Spots to read for every window wanted: some lie within a window already made. */
const spotsPerWindow = 3
/** Sentences to read on either side: a window of verses of 30 characters holds no more. */
const reach = 16

/** The sentences around the best anchors, as many as `limit` windows can need. */
export async function loadSentences(
  db: Kysely<DB>,
  scope: SearchScope,
  anchors: Anchor[],
  revisions: ReadonlyMap<string, string>,
  limit: number,
): Promise<SentenceLookup> {
  const ranges = selectSpots(anchors, limit * spotsPerWindow).map(({ sourceId, segment, sentence }) => ({
    sourceId,
    revision: revisions.get(sourceId) ?? '',
    segment,
    first: Math.max(0, sentence - reach),
    last: sentence + reach,
  }))
  const sentences = new Map<string, SentenceSpan>()
  for (const found of await listSentences(db, scope, ranges)) {
    for (const [at, sentence] of found.sentences.entries())
      sentences.set(`${found.source_id} ${found.first_sentence + at}`, sentence)
  }
  return (sourceId, sentence) => sentences.get(`${sourceId} ${sentence}`)
}

/** The best anchors that stand apart from each other. */
export function selectSpots(anchors: Anchor[], most: number): Anchor[] {
  const neighbours = new Set<string>()
  const spots: Anchor[] = []
  for (const anchor of anchors) {
    if (spots.length === most) break
    if (neighbours.has(`${anchor.sourceId} ${anchor.sentence}`)) continue
    spots.push(anchor)
    for (let sentence = anchor.sentence - sameWindow; sentence <= anchor.sentence + sameWindow; sentence += 1) {
      neighbours.add(`${anchor.sourceId} ${sentence}`)
    }
  }
  return spots
}
