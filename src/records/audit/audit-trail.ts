import { sql, type Transaction } from 'kysely'
import { lockArtist } from '#src/auth/artist-authorization.ts'
import { requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditEvent, type ChainHead, findHead, insertEvents, nextEvent } from './events.ts'

/** What is recorded of a change. */
export type AuditChange = Pick<AuditEvent, 'action' | 'subject' | 'revision' | 'details'>

/** An artist's audit trail in a transaction that holds the artist's lock. All its events are of one instant. */
export type AuditTrail = {
  readonly artistId: string
  /** The database's clock when the trail was opened, in whole milliseconds. */
  readonly now: Date
  /** Hash of the newest event when the trail was opened, null before the first. */
  readonly head: string | null
  readonly trx: Transaction<DB>
  /** The next event, which `flush` inserts, or the commit. */
  stage(change: AuditChange): AuditEvent
  /** Hands over the staged events, which the caller has to insert. */
  take(): AuditEvent[]
  /** Inserts the staged events, before a row that refers to one. */
  flush(): Promise<void>
  /** Sets a savepoint, and returns what takes back the rows and events since. Savepoints do not nest. */
  setSavepoint(): Promise<() => Promise<void>>
}

/** Opens the trail at the head that was read under the artist's lock; `actor` is null for a job and an operator. */
export function openAuditTrail(
  trx: Transaction<DB>,
  artistId: string,
  opened: ChainHead,
  actor: string | null = null,
): AuditTrail {
  let head = opened
  const staged: AuditEvent[] = []
  const stage = (change: AuditChange) => {
    const event = nextEvent(head, { ...change, artistId, actor })
    staged.push(event)
    head = { headSeq: event.seq, headHash: event.hash, now: opened.now }
    return event
  }
  const take = () => staged.splice(0)
  const flush = () => insertEvents(trx, take())
  const setSavepoint = async () => {
    const [headBefore, stagedBefore] = [head, [...staged]]
    await sql`savepoint item`.execute(trx)
    return async () => {
      await sql`rollback to savepoint item`.execute(trx)
      head = headBefore
      staged.splice(0, staged.length, ...stagedBefore)
    }
  }
  return { artistId, now: opened.now, head: opened.headHash, trx, stage, take, flush, setSavepoint }
}

/** Locks the artist and opens the trail, in a transaction of many artists; undefined when there is no such artist. */
export async function lockAuditTrail(trx: Transaction<DB>, artistId: string): Promise<AuditTrail | undefined> {
  if ((await runQuery(trx, lockArtist({ artistId }))).length === 0) return undefined
  return openAuditTrail(trx, artistId, requireOneRow(await runQuery(trx, findHead({ artistId }))))
}
