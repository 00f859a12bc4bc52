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

/** What an import states to bring back artists who were erased. */
export type Restoration = { because: string; sha256: string }

/**
 * Records that artists who were erased are back, once the rows of an import are written: an erasure that is under way
 * has then been waited for.
 * @param restoration undefined where bringing back is not allowed
 * @returns the first of the artists that may not be brought back
 */
export async function recordRestorations(
  trx: Transaction<DB>,
  artistIds: readonly string[],
  restoration: (() => Promise<Restoration>) | undefined,
  operator: Operator,
): Promise<Erasure | undefined> {
  const { rows: erased } = await sql<{ subject: string }>`
    select subject from (
      select distinct on (subject) subject, action from operator_events
      where subject = any(${artistIds.map(formatSubject)}) and action in ('artist.erased', 'artist.restored')
      order by subject, seq desc) as last
    where action = 'artist.erased' order by subject`.execute(trx)
  const [first] = erased
  if (first === undefined) return undefined
  if (restoration === undefined) return await findErasure(trx, first.subject.slice(formatSubject('').length))
  const log = await openOperatorLog(trx, operator)
  const details = await restoration()
  for (const { subject } of erased) await log.add({ action: 'artist.restored', subject, details })
  return undefined
}

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

/** The last erasure of every artist who was erased, the newest last; also of those who were brought back since. */
export async function listErasures(db: Kysely<DB>): Promise<ListedErasure[]> {
  const erasures = (await selectLastErasures(db).execute()).map(viewErasure)
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
