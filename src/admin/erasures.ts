import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditHead } from './audit-heads.ts'
import type { OperatorLog } from './operator-log.ts'

/** What stays of an artist who was erased: the counts of the rows, and the last head of the artist's own log. */
export type Erasure = { artistId: string; at: string; because: string; rows: Record<string, number>; head: AuditHead }

const formatSubject = (artistId: string) => `artist:${artistId}`

export const recordErasure = (log: OperatorLog, { artistId, because, rows, head }: Omit<Erasure, 'at'>) =>
  log.add({
    action: 'artist.erased',
    subject: formatSubject(artistId),
    details: { because, rows, head: { seq: head.seq, hash: head.hash, at: head.at } },
  })

/** The last erasure of each artist: one who was put back from an export may be erased again. */
const selectLastErasures = (db: Kysely<DB>) =>
  db
    .selectFrom('operator_events')
    .distinctOn('subject')
    .select(['subject', 'at', 'details'])
    .where('action', '=', 'artist.erased')
    .orderBy('subject')
    .orderBy('seq', 'desc')

export async function findErasure(db: Kysely<DB>, artistId: string): Promise<Erasure | undefined> {
  const event = await selectLastErasures(db).where('subject', '=', formatSubject(artistId)).executeTakeFirst()
  return event && viewErasure(event)
}

/** Of every artist who was erased and is not there, the newest last. */
export async function listErasures(db: Kysely<DB>): Promise<Erasure[]> {
  const erasures = (await selectLastErasures(db).execute()).map(viewErasure)
  const ids = erasures.map(({ artistId }) => artistId)
  const artists = await db.selectFrom('artists').select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
  const present = new Set(artists.map(({ id }) => id))
  return erasures.filter(({ artistId }) => !present.has(artistId)).sort((a, b) => (a.at < b.at ? -1 : 1))
}

function viewErasure({ subject, at, details }: { subject: string; at: Date; details: unknown }): Erasure {
  const artistId = subject.slice(formatSubject('').length)
  const { because, rows, head } = details as Omit<Erasure, 'artistId' | 'at'>
  return { artistId, at: at.toISOString(), because, rows, head: { ...head, artistId } }
}
