import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditHead } from '../audit-heads.ts'
import { findErasure } from '../erasures.ts'
import type { Mismatch, Mismatches, VerificationContext } from './context.ts'

/**
 * Checks the trail against heads saved outside the database: a writer of the whole database can forge consistent
 * revisions and chains, but not an event with the saved hash. The trail was verified link by link before.
 */
export async function* checkAuditHeads(reading: VerificationContext, heads: readonly AuditHead[]): Mismatches {
  let verifiedSeq = 0
  for (const head of heads.toSorted((a, b) => a.seq - b.seq)) {
    const event = await reading.db
      .selectFrom('audit_events')
      .select('hash')
      .where('artist_id', '=', reading.artistId)
      .where('seq', '=', head.seq)
      .executeTakeFirst()
    const toFinding = (what: string) => reading.createFinding('audit_events', { seq: head.seq }, what)
    const since =
      verifiedSeq === 0 ? 'from its beginning on' : `after event ${verifiedSeq}, which is the one that was kept`
    if (head.seq > 0 && event === undefined) {
      yield toFinding(`is missing, and a head of ${head.at} was kept: the trail was cut off or rewritten ${since}`)
    } else if ((event?.hash ?? null) !== head.hash) {
      yield toFinding(`is not the event whose head was kept (${head.at}): the trail was rewritten ${since}`)
    } else verifiedSeq = head.seq
  }
}

/**
 * An artist who is not there must have been erased, and its erasure must know every head that was kept: a newer head
 * belongs to records that were lost later.
 */
export async function findUnexplainedAbsence(
  db: Kysely<DB>,
  artistId: string,
  heads: readonly AuditHead[],
): Promise<Mismatch | undefined> {
  const toFinding = (what: string) => ({ artistId, table: 'artists', key: { id: artistId }, what }) as const
  const erased = await findErasure(db, artistId)
  if (erased === undefined)
    return toFinding(heads.length === 0 ? 'is not there' : 'is not there, and a head of its trail was kept')
  const { at, head } = erased
  const unknown = heads.find(({ seq, hash }) => seq > head.seq || (seq === head.seq && hash !== head.hash))
  if (unknown === undefined) return undefined
  return toFinding(
    `is not there: it was erased at ${at} after event ${head.seq}, and a head of event ${unknown.seq} that is no part of it was kept`,
  )
}

export async function isAbsent(db: Kysely<DB>, artistId: string): Promise<boolean> {
  return (await db.selectFrom('artists').select('id').where('id', '=', artistId).executeTakeFirst()) === undefined
}
