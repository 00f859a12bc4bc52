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
/** Units to read on either side: a window of verses of 30 characters holds no more. */
const reach = 16

/** The units around the best anchors, as many as `limit` windows can need. */
export async function loadSentences(
  db: Kysely<DB>,
  scope: SearchScope,
  anchors: Anchor[],
  revisions: ReadonlyMap<string, string>,
  limit: number,
): Promise<SentenceLookup> {
  const ranges = selectSpots(anchors, limit * spotsPerWindow).map(({ sourceId, part, unit }) => ({
    sourceId,
    revision: revisions.get(sourceId) ?? '',
    part,
    first: Math.max(0, unit - reach),
    last: unit + reach,
  }))
  const units = new Map<string, SentenceSpan>()
  for (const found of await listSentences(db, scope, ranges)) {
    for (const [at, unit] of found.units.entries()) units.set(`${found.source_id} ${found.first_unit + at}`, unit)
  }
  return (sourceId, unit) => units.get(`${sourceId} ${unit}`)
}

/** The best anchors that stand apart from each other. */
export function selectSpots(anchors: Anchor[], most: number): Anchor[] {
  const neighbours = new Set<string>()
  const spots: Anchor[] = []
  for (const anchor of anchors) {
    if (spots.length === most) break
    if (neighbours.has(`${anchor.sourceId} ${anchor.unit}`)) continue
    spots.push(anchor)
    for (let unit = anchor.unit - sameWindow; unit <= anchor.unit + sameWindow; unit += 1) {
      neighbours.add(`${anchor.sourceId} ${unit}`)
    }
  }
  return spots
}
