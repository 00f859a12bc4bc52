import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { selectMemoryParts } from '#src/records/memory/memory-queries.ts'
import { computeMemoryRevision } from '#src/text/revisions.ts'

/** The current memory of a sitting, read from the database without a request. */
export async function readMemorySnapshot(db: Kysely<DB>, artistId: string, sitting: number) {
  const parts = await db.selectNoFrom(selectMemoryParts(db, artistId, sitting)).executeTakeFirstOrThrow()
  return { snapshotId: computeMemoryRevision({ artistId, sitting, ...parts }) }
}
