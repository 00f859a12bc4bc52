import { sql, type Transaction } from 'kysely'
import { type AuditEvent, insertEvent, moveHead, nextEvent } from '#src/audit/events.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** What an operator changes; `actor` is null in the trail, since no user of the service did it. */
export type Change = Pick<AuditEvent, 'action' | 'subject' | 'revision' | 'details'>

/** An artist's audit trail under the artist's lock, for a batch of changes that belong to one instant. */
export type Trail = {
  readonly artistId: string
  /** The database's clock after the lock came, in whole milliseconds. */
  readonly now: Date
  /** Appends one event and moves the head. */
  add(change: Change): Promise<AuditEvent>
}

/** Locks the artist's row and opens its trail; undefined when there is no such artist. */
export async function openTrail(trx: Transaction<DB>, artistId: string): Promise<Trail | undefined> {
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
  let head = { ...artist, now }
  return {
    artistId,
    now,
    add: async (change) => {
      const event = nextEvent(head, { ...change, artistId, actor: null })
      await moveHead(
        trx.with('event', (qc) => insertEvent(qc, event)),
        event,
      ).execute()
      head = { audit_seq: event.seq, audit_head: event.hash, now }
      return event
    },
  }
}
