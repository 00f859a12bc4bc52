import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditHead } from './audit-heads.ts'
import { type Operator, type OperatorLog, openOperatorLog } from './operator-log.ts'

/** What stays of an artist who was erased: the counts of the rows, and the last head of the artist's own log. */
export type Erasure = {
  artistId: string
  at: string
  because: string
  rows: Record<string, number>
  head: AuditHead
  /** An import has brought the artist back since. */
  isBack: boolean
}

const formatSubject = (artistId: string) => `artist:${artistId}`

export const recordErasure = (log: OperatorLog, { artistId, because, rows, head }: Omit<Erasure, 'at' | 'isBack'>) =>
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

/** The last erasure of every artist, or of these, the newest last. */
export async function listErasures(db: Kysely<DB>, artistIds?: readonly string[]): Promise<Erasure[]> {
  let query = db
    .selectFrom('operator_events as e')
    .distinctOn('subject')
    .select(['seq', 'subject', 'at', 'details', selectRestored.as('isBack')])
    .where('action', '=', 'artist.erased')
    .orderBy('subject')
    .orderBy('seq', 'desc')
  if (artistIds !== undefined) query = query.where(sql<boolean>`subject = any(${artistIds.map(formatSubject)})`)
  const events = (await query.execute()).toSorted((a, b) => a.seq - b.seq)
  return events.map(({ subject, at, details, isBack }) => {
    const artistId = subject.slice(formatSubject('').length)
    const { because, rows, head } = details as Pick<Erasure, 'because' | 'rows' | 'head'>
    return { artistId, at: at.toISOString(), because, rows, head: { ...head, artistId }, isBack }
  })
}

const selectRestored = sql<boolean>`exists (
  select from operator_events r where r.subject = e.subject and r.action = 'artist.restored' and r.seq > e.seq)`

export async function findErasure(db: Kysely<DB>, artistId: string): Promise<Erasure | undefined> {
  return (await listErasures(db, [artistId]))[0]
}
