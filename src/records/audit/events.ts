import { expressionBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type AuthorizationQuery, isClaimant } from '#src/auth/artist-authorization.ts'
import { insertRows } from '#src/database/insert-rows.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditObject, computeAuditHash } from '#src/text/revisions.ts'

/** The newest event of an artist's trail, null before the first, and the database's clock when it was read. */
export type ChainHead = { headSeq: number | null; headHash: string | null; now: Date }

/**
 * What a change is decided on besides its own rows: the head, and whether the caller acts by a claim or as an
 * administrator.
 */
export type ChangeState = ChainHead & { isClaimant: boolean }

type Change = Pick<AuditObject, 'artistId' | 'action' | 'subject' | 'revision' | 'actor' | 'details'>

/** `instant` is `at` as it is hashed, stored and shown. */
export type AuditEvent = Change & { seq: number; at: Date; instant: string; previous: string | null; hash: string }

/**
 * The event that follows `head`: what changed, by whom, when, chained to everything before it (operations, section 9).
 */
export function nextEvent({ headSeq, headHash, now }: ChainHead, change: Change): AuditEvent {
  const instant = now.toISOString()
  const event = { ...change, seq: (headSeq ?? 0) + 1, at: now, instant, previous: headHash }
  return { ...event, hash: computeAuditHash({ ...event, at: instant }) }
}

/** The head once `event` is appended, for a further event of the same instant. */
export const advanceHead = ({ seq, hash, at }: AuditEvent): ChainHead => ({ headSeq: seq, headHash: hash, now: at })

/** The clock in whole milliseconds, so that what is hashed is what is stored and sent. */
const clock = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

/** The newest event of the trail: one probe of the primary key. */
const selectNewestEvent = (artistId: string) =>
  expressionBuilder<DB>()
    .selectFrom('audit_events')
    .select(['seq', 'hash'])
    .where('artist_id', '=', artistId)
    .orderBy('seq', 'desc')
    // A literal, so that a generic plan takes the value into account.
    .limit(sql.lit(1))
    .as('head')

/**
 * Adds the trail's head to the one statement that a change is decided on. The clock is read after the snapshot is
 * taken, and the change is kept only if the head is still the newest event, so instants of a trail never run backwards.
 */
export const selectChainHead = <Q extends AuthorizationQuery>(query: Q, artistId: string) =>
  query
    .leftJoinLateral(selectNewestEvent(artistId), (join) => join.onTrue())
    .select(['head.seq as headSeq', 'head.hash as headHash', clock.as('now'), isClaimant.as('isClaimant')])

/** The head for a transaction that holds the artist's lock. */
export const findHead = prepareQuery((db, { artistId }: { artistId: string }) =>
  db
    .selectFrom(sql<{ now: Date }>`(select ${clock} as now)`.as('c'))
    .leftJoinLateral(selectNewestEvent(artistId), (join) => join.onTrue())
    .select(['head.seq as headSeq', 'head.hash as headHash', 'c.now'])
    .compile(),
)

/** An event as it is stored. */
type EventRow = Omit<Selectable<DB['audit_events']>, 'at' | 'details'> & { at: string; details: string }

const toEventRow = (event: AuditEvent): EventRow => ({
  artist_id: event.artistId,
  seq: event.seq,
  action: event.action,
  subject: event.subject,
  revision: event.revision,
  actor: event.actor,
  at: event.instant,
  details: JSON.stringify(event.details),
  previous: event.previous,
  hash: event.hash,
})

const insertRow = prepareQuery((db, row: EventRow) =>
  db
    .insertInto('audit_events')
    .values({
      artist_id: row.artist_id,
      seq: row.seq,
      action: row.action,
      subject: row.subject,
      revision: row.revision,
      actor: row.actor,
      at: row.at,
      details: row.details,
      previous: row.previous,
      hash: row.hash,
    })
    .compile(),
)

/**
 * Fails with 22012, a conflict, unless the event is the one that was read. Its number is not enough: after a failover
 * to a lagging standby the trail may have another event under it.
 */
export const assertPrevious = prepareQuery((db, event: { artistId: string; seq: number; hash: string }) =>
  db
    .selectFrom('audit_events')
    .select(sql<number>`1 / count(*)`.as('one'))
    .where('artist_id', '=', event.artistId)
    .where('seq', '=', event.seq)
    .where('hash', '=', event.hash)
    .compile(),
)

/**
 * Waits until no other transaction holds the artist's lock; sent before the insert of an event. The event's foreign key
 * would wait for that lock only after the insert, while the holder of the lock waits for this event: a deadlock.
 */
export const lockArtistShared = prepareQuery((db, { artistId }: { artistId: string }) =>
  db.selectFrom('artists').select('id').where('id', '=', artistId).forKeyShare().compile(),
)

/** Appends an event. Where another change has appended one under the same number it fails with 23505. */
export const insertEvent = (event: AuditEvent) => insertRow(toEventRow(event))

/** The same of several, each of which follows the one before it in its artist's trail. */
export const insertEvents = (trx: Transaction<DB>, events: readonly AuditEvent[]): Promise<unknown> =>
  insertRows(
    trx,
    'audit_events',
    events.map((event) => ({ ...toEventRow(event), details: event.details })),
  )
