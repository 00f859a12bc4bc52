import type { Transaction } from 'kysely'
import { requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import {
  type AuditEvent,
  advanceHead,
  type ChainHead,
  findHead,
  insertEvent,
  insertEvents,
  lockArtistShared,
  nextEvent,
} from './events.ts'

/** What is recorded of a change. */
export type AuditChange = Pick<AuditEvent, 'action' | 'subject' | 'revision' | 'details'>

/** An artist's audit trail in a transaction, for changes of several steps that belong to one instant. */
export type AuditTrail = {
  readonly artistId: string
  /** The database's clock when the trail was opened, in whole milliseconds. */
  readonly now: Date
  /** Hash of the newest event when the trail was opened, null before the first. */
  readonly head: string | null
  /** The next event, which `flush` inserts; without that the transaction must not commit. */
  stage(change: AuditChange): AuditEvent
  /** Hands over the staged events, which the caller has to insert. */
  take(): AuditEvent[]
  /** Inserts the staged events. */
  flush(): Promise<void>
  /** Stages one event and inserts it. */
  append(change: AuditChange): Promise<AuditEvent>
}

/** Opens the trail at the head that was read in this transaction. */
export function openAuditTrail(
  trx: Transaction<DB>,
  artistId: string,
  actor: string | null,
  opened: ChainHead,
): AuditTrail {
  let head = opened
  let pending: AuditEvent[] = []
  const stage = (change: AuditChange) => {
    const event = nextEvent(head, { ...change, artistId, actor })
    pending.push(event)
    head = advanceHead(event)
    return event
  }
  const take = () => {
    const events = pending
    pending = []
    return events
  }
  const flush = async () => {
    const [first, ...more] = take()
    if (first === undefined) return
    await runQuery(trx, lockArtistShared({ artistId }))
    if (more.length === 0) await runQuery(trx, insertEvent(first))
    else await insertEvents(trx, [first, ...more])
  }
  const append = async (change: AuditChange) => {
    const event = stage(change)
    await flush()
    return event
  }
  return { artistId, now: opened.now, head: opened.headHash, stage, take, flush, append }
}

/**
 * Locks the artist's row, so that no other change commits, and opens the trail; undefined when there is no such artist.
 * For an import, which is too long to be retried. The head is read by a later statement, so that it sees what was
 * committed before the lock was granted.
 */
export async function lockAuditTrail(trx: Transaction<DB>, artistId: string): Promise<AuditTrail | undefined> {
  const artist = await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().executeTakeFirst()
  if (artist === undefined) return undefined
  return openAuditTrail(trx, artistId, null, requireOneRow(await runQuery(trx, findHead({ artistId }))))
}
