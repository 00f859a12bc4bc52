import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditHead } from './audit-heads.ts'
import { type Operator, type OperatorLog, openOperatorLog } from './operator-log.ts'

/** What stays of an artist who was erased: the counts of the rows, and the last head of the artist's own log. */
export type Erasure = { artistId: string; at: string; because: string; rows: Record<string, number>; head: AuditHead }

const formatSubject = (artistId: string) => `artist:${artistId}`

export const recordErasure = (log: OperatorLog, { artistId, because, rows, head }: Omit<Erasure, 'at'>) =>
  log.add({
    action: 'artist.erased',
    subject: formatSubject(artistId),
    details: { because, rows, head: { seq: head.seq, hash: head.hash, at: head.at } },
  })

/** Records that artists who were erased are back, and which file has brought them. */
export async function recordRestorations(
  trx: Transaction<DB>,
  erased: readonly Erasure[],
  details: { because: string; sha256: string },
  operator: Operator,
): Promise<void> {
  const log = await openOperatorLog(trx, operator)
  for (const { artistId } of erased)
    await log.add({ action: 'artist.restored', subject: formatSubject(artistId), details })
}

/** Those of the artists who were erased and not restored since, with their last erasure, by id. */
export async function findErased(db: Kysely<DB>, artistIds: readonly string[]): Promise<Erasure[]> {
  const events = await selectLastEvents(db, ['artist.erased', 'artist.restored'])
    .where(sql<boolean>`subject = any(${artistIds.map(formatSubject)})`)
    .execute()
  return events.filter(({ action }) => action === 'artist.erased').map(viewErasure)
}

/** The last event of each artist: one who was put back from an export may be erased again. */
const selectLastEvents = (db: Kysely<DB>, actions: ('artist.erased' | 'artist.restored')[]) =>
  db
    .selectFrom('operator_events')
    .distinctOn('subject')
    .select(['subject', 'action', 'at', 'details'])
    .where('action', 'in', actions)
    .orderBy('subject')
    .orderBy('seq', 'desc')

export async function findErasure(db: Kysely<DB>, artistId: string): Promise<Erasure | undefined> {
  return (await listErasures(db, artistId))[0]
}

/** The last erasure of every artist, or of one, the newest last; also of those who were brought back since. */
export async function listErasures(db: Kysely<DB>, only?: string): Promise<ListedErasure[]> {
  let query = selectLastEvents(db, ['artist.erased'])
  if (only !== undefined) query = query.where('subject', '=', formatSubject(only))
  const erasures = (await query.execute()).map(viewErasure)
  const ids = erasures.map(({ artistId }) => artistId)
  const artists = await db.selectFrom('artists').select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
  const present = new Set(artists.map(({ id }) => id))
  const listed = erasures.map((erasure) => ({ ...erasure, isBack: present.has(erasure.artistId) }))
  return listed.sort((a, b) => (a.at < b.at ? -1 : 1))
}

export type ListedErasure = Erasure & { isBack: boolean }

function viewErasure({ subject, at, details }: { subject: string; at: Date; details: unknown }): Erasure {
  const artistId = subject.slice(formatSubject('').length)
  const { because, rows, head } = details as Omit<Erasure, 'artistId' | 'at'>
  return { artistId, at: at.toISOString(), because, rows, head: { ...head, artistId } }
}
