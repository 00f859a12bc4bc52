import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditHead } from './audit-heads.ts'
import type { OperatorLog } from './operator-log.ts'

/** What stays of an artist who was erased: the counts of the rows, and the last head of the artist's own log. */
export type Erasure = { artistId: string; at: string; because: string; rows: Record<string, number>; head: AuditHead }

const subjectOf = (artistId: string) => `artist:${artistId}`

export const recordErasure = (log: OperatorLog, { artistId, because, rows, head }: Omit<Erasure, 'at'>) =>
  log.add({
    action: 'artist.erased',
    subject: subjectOf(artistId),
    details: { because, rows, head: { seq: head.seq, hash: head.hash, at: head.at } },
  })

/** The artist's last erasure: one who was put back from an export may be erased again. */
export async function findErasure(db: Kysely<DB>, artistId: string): Promise<Erasure | undefined> {
  const event = await db
    .selectFrom('operator_events')
    .select(['at', 'details'])
    .where('action', '=', 'artist.erased')
    .where('subject', '=', subjectOf(artistId))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (event === undefined) return undefined
  const { because, rows, head } = event.details as Omit<Erasure, 'artistId' | 'at'>
  return { artistId, at: event.at.toISOString(), because, rows, head: { ...head, artistId } }
}
