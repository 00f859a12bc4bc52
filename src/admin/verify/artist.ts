import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ArtistTable, TableSchema } from '../archive/table-schemas.ts'
import type { AuditHead } from '../audit-heads.ts'
import { checkCitations } from './citations.ts'
import { createVerificationContext, type Mismatches } from './context.ts'
import { checkAuditTrail, checkOrphanedEvents, EventIndex } from './events.ts'
import { checkAuditHeads } from './heads.ts'
import { checkTable } from './rule.ts'
import { artists, claims, profiles } from './rules/artist.ts'
import { boundaries, buildVersionsRule, type Entry, entries, sessions } from './rules/interview.ts'
import { corrections, correctionVersions, loreVersions } from './rules/lore.ts'
import { discoveries, sources, texts } from './rules/sources.ts'

/**
 * Recomputes all revisions and chains of one artist (operations, section 9) and yields each mismatch. The trail comes
 * first: later mismatches may follow from one there. Run in a repeatable read transaction.
 * @param heads saved elsewhere; the trail must still have each
 */
export async function* verifyArtist(
  db: Kysely<DB>,
  shapes: readonly TableSchema[],
  artistId: string,
  count?: (table: ArtistTable) => void,
  heads: readonly AuditHead[] = [],
): Mismatches {
  const reading = createVerificationContext(db, shapes, artistId, count)
  const trail = new EventIndex()
  yield* checkAuditTrail(reading, trail)
  yield* checkAuditHeads(reading, heads)
  yield* checkTable(reading, trail, texts)
  yield* checkTable(reading, trail, sources)
  const ofEntries = new Map<string, Entry>()
  for await (const entry of reading.readRows('interview_entries')) ofEntries.set(entry.id, entry)
  yield* checkTable(reading, trail, entries, ofEntries.values())
  yield* checkTable(reading, trail, buildVersionsRule(ofEntries))
  yield* checkTable(reading, trail, artists)
  yield* checkTable(reading, trail, claims)
  yield* checkTable(reading, trail, profiles)
  yield* checkTable(reading, trail, discoveries)
  yield* checkTable(reading, trail, sessions)
  yield* checkTable(reading, trail, boundaries)
  yield* checkTable(reading, trail, corrections)
  yield* checkTable(reading, trail, correctionVersions)
  yield* checkTable(reading, trail, loreVersions)
  yield* checkOrphanedEvents(reading, trail)
  // Last: a text or answer that was changed or lost is named itself, and not what cites it.
  yield* checkCitations(reading, ofEntries.values())
}
