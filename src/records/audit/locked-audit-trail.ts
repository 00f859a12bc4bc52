import { sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditEvent, advanceHead, type ChainHead, insertEvent, nextEvent } from './events.ts'

/** What an operator or a job changes; `actor` is null in the trail, since no user of the service did it. */
export type AuditChange = Pick<AuditEvent, 'action' | 'subject' | 'revision' | 'details'>

/** An artist's audit trail under the artist's lock, for changes that belong to one instant. */
export type LockedAuditTrail = {
  readonly artistId: string
  /** The database's clock after the lock came, in whole milliseconds. */
  readonly now: Date
  /** Appends one event. */
  add(change: AuditChange): Promise<AuditEvent>
}

/** A trail whose head is moved once, by `close`; without it the transaction must not commit. */
export type BulkAuditTrail = LockedAuditTrail & { close(): Promise<void> }

/** Locks the artist's row and opens its trail; undefined when there is no such artist. Each event moves the head. */
export async function lockAuditTrail(trx: Transaction<DB>, artistId: string): Promise<LockedAuditTrail | undefined> {
  const opened = await lockHead(trx, artistId)
  if (opened === undefined) return undefined
  let head = opened
  const add = async (change: AuditChange) => {
    const event = eventAfter(head, artistId, change)
    await advanceHead(
      trx.with('event', (qc) => insertEvent(qc, event)),
      event,
    ).execute()
    head = headAt(event)
    return event
  }
  return { artistId, now: opened.now, add }
}

/**
 * The same for thousands of events in one transaction. Every update of a row leaves a version behind that no vacuum may
 * take before the commit, and every foreign key to the artist walks over them all: moved with each event, the head
 * would cost their square.
 */
export async function lockAuditTrailForBulk(
  trx: Transaction<DB>,
  artistId: string,
): Promise<BulkAuditTrail | undefined> {
  const opened = await lockHead(trx, artistId)
  if (opened === undefined) return undefined
  let head = opened
  const add = async (change: AuditChange) => {
    const event = eventAfter(head, artistId, change)
    await insertEvent(trx, event).execute()
    head = headAt(event)
    return event
  }
  const close = async () => {
    const { audit_seq, audit_head } = head
    if (audit_seq === null || audit_seq === opened.audit_seq) return
    await trx.updateTable('artists').set({ audit_seq, audit_head }).where('id', '=', artistId).execute()
  }
  return { artistId, now: opened.now, add, close }
}

const eventAfter = (head: ChainHead, artistId: string, change: AuditChange) =>
  nextEvent(head, { ...change, artistId, actor: null })

const headAt = ({ seq, hash, at }: AuditEvent): ChainHead => ({ audit_seq: seq, audit_head: hash, now: at })

async function lockHead(trx: Transaction<DB>, artistId: string): Promise<ChainHead | undefined> {
  const artist = await trx
    .selectFrom('artists')
    .select(['audit_seq', 'audit_head'])
    .where('id', '=', artistId)
    .forUpdate()
    .executeTakeFirst()
  if (artist === undefined) return undefined
  // A statement of its own: inside the one that locks, the clock could be read before the lock came.
  const { now } = await trx
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now'))
    .executeTakeFirstOrThrow()
  return { ...artist, now }
}
