import type { Transaction } from 'kysely'
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
  /** The next event, which `flush` inserts, or the commit. */
  stage(change: AuditChange): AuditEvent
  /** Hands over the staged events, which the caller has to insert. */
  take(): AuditEvent[]
  /** Inserts the staged events, before a row that refers to one. */
  flush(): Promise<void>
  /** Stages one event and inserts it. */
  append(change: AuditChange): Promise<AuditEvent>
}

type OpenedTrail = {
  actor: string | null
  head: ChainHead
  /** Inserts one event or more. */
  insert: (events: readonly AuditEvent[]) => Promise<unknown>
}

/** Opens the trail at the head that was read under the artist's lock. */
export function openAuditTrail(artistId: string, { actor, head: opened, insert }: OpenedTrail): AuditTrail {
  let head = opened
  let pending: AuditEvent[] = []
  const stage = (change: AuditChange) => {
    const event = nextEvent(head, { ...change, artistId, actor })
    pending.push(event)
    head = { headSeq: event.seq, headHash: event.hash, now: opened.now }
    return event
  }
  const take = () => {
    const events = pending
    pending = []
    return events
  }
  const flush = async () => {
    const events = take()
    if (events.length > 0) await insert(events)
  }
  const append = async (change: AuditChange) => {
    const event = stage(change)
    await flush()
    return event
  }
  return { artistId, now: opened.now, head: opened.headHash, stage, take, flush, append }
}

/** Locks the artist and opens the trail, in a transaction of many artists; undefined when there is no such artist. */
export async function lockAuditTrail(trx: Transaction<DB>, artistId: string): Promise<AuditTrail | undefined> {
  if ((await runQuery(trx, lockArtist({ artistId }))).length === 0) return undefined
  const head = requireOneRow(await runQuery(trx, findHead({ artistId })))
  return openAuditTrail(artistId, { actor: null, head, insert: (events) => insertEvents(trx, events) })
}
