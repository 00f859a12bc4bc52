import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ArtistTable, TableSchema } from '../archive/table-schemas.ts'
import type { AuditHead } from '../audit-heads.ts'
import { createVerificationContext, type Mismatches } from './context.ts'
import { checkEntries } from './entries.ts'
import { checkAuditTrail, checkOrphanedEvents, createEventIndex } from './event-index.ts'
import { checkAuditHeads } from './heads.ts'
import { checkRows } from './rows.ts'
import { checkSources } from './sources.ts'

/**
 * Recomputes all revisions and chains of one artist (operations, section 9) and yields each mismatch. The trail comes
 * first: later mismatches may follow from one there. Run in a repeatable read transaction.
 * @param heads saved elsewhere; the trail must still have each
 */
export async function* verifyArtist(
  db: Kysely<DB>,
  shapes: readonly TableSchema[],
  artistId: string,
  counted?: (table: ArtistTable) => void,
  heads: readonly AuditHead[] = [],
): Mismatches {
  const reading = createVerificationContext(db, shapes, artistId, counted)
  const trail = createEventIndex()
  yield* checkAuditTrail(reading, trail)
  yield* checkAuditHeads(reading, heads)
  yield* checkSources(reading, trail)
  yield* checkEntries(reading, trail)
  // Last, for Lore cites sources and answers: a changed text is named by its own row.
  yield* checkRows(reading, trail)
  yield* checkOrphanedEvents(reading, trail)
}
