import type { Expression, Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#src/database/tables.gen.ts'
import { computeMemoryRevision, type MemoryObject, type Revision } from '#src/text/revisions.ts'
import { selectActiveBoundaries, selectCorrections, selectNewestAnswer } from './memory-queries.ts'

/** What the mandatory memory of a sitting consists of, each thing by its identity and revision. */
export type MemoryParts = Pick<MemoryObject, 'latestAnswer' | 'corrections' | 'boundaries'>

/**
 * The memory that an offer in this sitting has to respect, as columns of a larger statement. Its cost grows with the
 * corrections and boundaries, not with the answers. Whatever changes it also changes the head of the artist's audit
 * trail, by which an offer detects that its snapshot is no longer current (operations, section 5).
 */
export const selectMemoryParts = (db: Kysely<DB>, artistId: string, sitting: number | Expression<number>) =>
  [
    jsonObjectFrom(selectNewestAnswer(db, artistId).select(['id as entryId', 'revision'])).as('latestAnswer'),
    jsonArrayFrom(selectCorrections(db, artistId).select(['id as correctionId', 'revision'])).as('corrections'),
    jsonArrayFrom(selectActiveBoundaries(db, artistId, sitting).select(['id as boundaryId', 'revision'])).as(
      'boundaries',
    ),
  ] as const

/** The published identity of these parts (openapi/shared/revisions.md, Memory). */
export const computeSnapshotId = (
  artistId: string,
  sitting: number,
  { latestAnswer, corrections, boundaries }: MemoryParts,
): Revision => computeMemoryRevision({ artistId, sitting, latestAnswer, corrections, boundaries })
