import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditHead } from '../audit-heads.ts'
import { type Erasure, findErasure } from '../erasures.ts'
import type { Mismatch } from './mismatch.ts'

/**
 * An artist who is not there must have been erased, and its erasure must know every head that was kept: a newer head
 * belongs to records that were lost later.
 */
export async function explainAbsence(
  db: Kysely<DB>,
  artistId: string,
  heads: readonly AuditHead[],
): Promise<{ erased: Erasure } | { finding: Mismatch }> {
  const toFinding = (what: string) => ({
    finding: { artistId, table: 'artists', key: { id: artistId }, what } as const,
  })
  const erased = await findErasure(db, artistId)
  if (erased === undefined) {
    return toFinding(heads.length === 0 ? 'is not there' : 'is not there, and a head of its trail was kept')
  }
  const unknown = heads.find(
    ({ seq, hash }) => seq > erased.head.seq || (seq === erased.head.seq && hash !== erased.head.hash),
  )
  if (unknown === undefined) return { erased }
  return toFinding(
    `is not there: it was erased at ${erased.at} after event ${erased.head.seq}, and a head of event ${unknown.seq} that is no part of it was kept`,
  )
}

export async function isAbsent(db: Kysely<DB>, artistId: string): Promise<boolean> {
  return (await db.selectFrom('artists').select('id').where('id', '=', artistId).executeTakeFirst()) === undefined
}
