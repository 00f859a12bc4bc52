import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ArtistTable } from '../archive/table-schemas.ts'
import type { AuditHead } from '../audit-heads.ts'
import { createVerificationContext, type Mismatches } from './context.ts'
import { checkTable, type Rule } from './rule.ts'
import { artists, claims, profiles } from './rules/artist.ts'
import { boundaries, entries, sessions, versions } from './rules/interview.ts'
import { corrections, correctionVersions, loreVersions } from './rules/lore.ts'
import { discoveries, sources, texts } from './rules/sources.ts'
import { checkAuditHeads, checkAuditTrail, checkOrphanedEvents } from './trail.ts'

const rules: readonly Rule<ArtistTable>[] = [
  ...[texts, sources, entries, versions, artists, claims, profiles],
  ...[discoveries, sessions, boundaries, corrections, correctionVersions, loreVersions],
]

/**
 * Recomputes all revisions and chains of one artist (operations, section 9) and yields each mismatch. The trail comes
 * first: later mismatches may follow from one there. Run in a repeatable read transaction.
 * @param heads saved elsewhere; the trail must still have each
 */
export async function* verifyArtist(db: Kysely<DB>, artistId: string, heads: readonly AuditHead[] = []): Mismatches {
  const context = createVerificationContext(db, artistId)
  yield* checkAuditTrail(context)
  if (await isAbsent(db, artistId)) yield context.createFinding('artists', {}, 'is not there')
  yield* checkAuditHeads(context, heads)
  for await (const entry of context.readRows('interview_entries')) context.entries.set(entry.id, entry)
  for (const rule of rules) yield* checkTable(context, rule)
  yield* checkOrphanedEvents(context)
}

export async function isAbsent(db: Kysely<DB>, artistId: string): Promise<boolean> {
  return (await db.selectFrom('artists').select('id').where('id', '=', artistId).executeTakeFirst()) === undefined
}
