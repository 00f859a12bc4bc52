import type { Expression, Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#src/database/tables.gen.ts'
import { type MemoryObject, type Revision, revisionOfMemory } from '#src/text/revisions.ts'
import { boundariesHolding, corrections, newestAnswer } from './memory-queries.ts'

/** What the mandatory memory of a sitting consists of, each thing by its identity and revision. */
export type MemoryParts = Pick<MemoryObject, 'latestAnswer' | 'corrections' | 'boundaries'>

/** What a remembered reading is about that has the parts among its columns: whatever moves them tells that it has changed this. */
export const mandatoryMemory = 'memory'

export type Snapshot = MemoryParts & { snapshotId: Revision }

/**
 * The memory that an offer in this sitting has to respect, as it stands now. One statement; its cost grows with the
 * corrections and boundaries, which the identity lists, and not with the answers. What
 * moves the snapshot moves the head of the artist's trail too, by which an offer knows that it still stands (operations, section 5).
 */
export async function currentSnapshot(db: Kysely<DB>, artistId: string, sitting: number): Promise<Snapshot> {
  const parts = await db.selectNoFrom(memoryParts(db, artistId, sitting)).executeTakeFirstOrThrow()
  return snapshotOf(artistId, sitting, parts)
}

/** The parts as columns, for a statement that reads more than them. */
export const memoryParts = (db: Kysely<DB>, artistId: string, sitting: number | Expression<number>) =>
  [
    jsonObjectFrom(newestAnswer(db, artistId).select(['id as entryId', 'revision'])).as('latestAnswer'),
    jsonArrayFrom(corrections(db, artistId).select(['id as correctionId', 'revision'])).as('corrections'),
    jsonArrayFrom(boundariesHolding(db, artistId, sitting).select(['id as boundaryId', 'revision'])).as('boundaries'),
  ] as const

/** The published identity of these parts (openapi/shared/revisions.md, Memory). */
export function snapshotOf(artistId: string, sitting: number, parts: MemoryParts): Snapshot {
  const { latestAnswer, corrections, boundaries } = parts
  const snapshotId = revisionOfMemory({ artistId, sitting, latestAnswer, corrections, boundaries })
  return { snapshotId, latestAnswer, corrections, boundaries }
}
