import type { Expression, Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#src/database/tables.gen.ts'
import { computeMemoryRevision, type MemoryObject, type Revision } from '#src/text/revisions.ts'
import { selectActiveBoundaries, selectCorrections, selectNewestAnswer } from './memory-queries.ts'

/** What the mandatory memory of a sitting consists of, each thing by its identity and revision. */
export type MemoryParts = Pick<MemoryObject, 'latestAnswer' | 'corrections' | 'boundaries'>

export type MemorySnapshot = MemoryParts & { snapshotId: Revision }

/**
 * The memory that an offer in this sitting has to respect, in its current state. One statement; its cost grows with the
 * corrections and boundaries, which the identity lists, and not with the answers. What moves the snapshot moves the
 * head of the artist's trail too, by which an offer knows that it is still current (operations, section 5).
 */
export async function readMemorySnapshot(db: Kysely<DB>, artistId: string, sitting: number): Promise<MemorySnapshot> {
  const parts = await db.selectNoFrom(selectMemoryParts(db, artistId, sitting)).executeTakeFirstOrThrow()
  return computeMemorySnapshot(artistId, sitting, parts)
}

/** The parts as columns, for a statement that reads more than them. */
export const selectMemoryParts = (db: Kysely<DB>, artistId: string, sitting: number | Expression<number>) =>
  [
    jsonObjectFrom(selectNewestAnswer(db, artistId).select(['id as entryId', 'revision'])).as('latestAnswer'),
    jsonArrayFrom(selectCorrections(db, artistId).select(['id as correctionId', 'revision'])).as('corrections'),
    jsonArrayFrom(selectActiveBoundaries(db, artistId, sitting).select(['id as boundaryId', 'revision'])).as(
      'boundaries',
    ),
  ] as const

/** The published identity of these parts (openapi/shared/revisions.md, Memory). */
export function computeMemorySnapshot(artistId: string, sitting: number, parts: MemoryParts): MemorySnapshot {
  const { latestAnswer, corrections, boundaries } = parts
  const snapshotId = computeMemoryRevision({ artistId, sitting, latestAnswer, corrections, boundaries })
  return { snapshotId, latestAnswer, corrections, boundaries }
}
