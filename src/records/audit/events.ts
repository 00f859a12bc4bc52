import { expressionBuilder, sql, type Transaction } from 'kysely'
import { insertRows } from '#src/database/insert-rows.ts'
import { prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditObject, computeAuditHash } from '#src/text/revisions.ts'

/** The newest event of an artist's trail, null before the first, and the database's clock when it was read. */
export type ChainHead = { headSeq: number | null; headHash: string | null; now: Date }

type Change = Pick<AuditObject, 'artistId' | 'action' | 'subject' | 'revision' | 'actor' | 'details'>

/** `instant` is when it was, as it is hashed, stored and shown. */
export type AuditEvent = Change & { seq: number; instant: string; previous: string | null; hash: string }

/**
 * The event that follows `head`: what changed, by whom, when, chained to everything before it (operations, section 9).
 */
export function nextEvent({ headSeq, headHash, now }: ChainHead, change: Change): AuditEvent {
  const instant = now.toISOString()
  const event = { ...change, seq: (headSeq ?? 0) + 1, instant, previous: headHash }
  return { ...event, hash: computeAuditHash({ ...event, at: instant }) }
}

/** The clock in whole milliseconds, so that what is hashed is what is stored and sent. */
export const clock = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

/** The newest event of the trail: one probe of the primary key. */
export const selectNewestEvent = (artistId: string) =>
  expressionBuilder<DB>()
    .selectFrom('audit_events')
    .select(['seq', 'hash'])
    .where('artist_id', '=', artistId)
    .orderBy('seq', 'desc')
    // A literal, so that a generic plan takes the value into account.
    .limit(sql.lit(1))
    .as('head')

/** The head for a transaction that holds the artist's lock. */
export const findHead = prepareQuery((db, { artistId }: { artistId: string }) =>
  db
    .selectFrom(sql<{ now: Date }>`(select ${clock} as now)`.as('c'))
    .leftJoinLateral(selectNewestEvent(artistId), (join) => join.onTrue())
    .select(['head.seq as headSeq', 'head.hash as headHash', 'c.now'])
    .compile(),
)

const toRow = ({ artistId, instant, ...event }: AuditEvent) => ({ artist_id: artistId, at: instant, ...event })

const insertRow = prepareInsert('audit_events', [
  ...(['artist_id', 'seq', 'action', 'subject', 'revision'] as const),
  ...(['actor', 'at', 'details', 'previous', 'hash'] as const),
])

/** Appends an event. An event without the artist's lock fails with 23505 where another one has its number: a defect. */
export const insertEvent = (event: AuditEvent) => insertRow({ ...toRow(event), details: JSON.stringify(event.details) })

/** The same of several, each of which follows the one before it in its artist's trail. */
export async function insertEvents(trx: Transaction<DB>, events: readonly AuditEvent[]): Promise<void> {
  await insertRows(trx, 'audit_events', events.map(toRow))
}
