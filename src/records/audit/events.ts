import { type Expression, type Insertable, type QueryCreator, type SqlBool, sql, type ValueExpression } from 'kysely'
import { type AuthorizationQuery, selectAuthorizedUser } from '#src/auth/artist-authorization.ts'
import type { GivenRows } from '#src/database/several.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditObject, computeAuditHash } from '#src/text/revisions.ts'

/** The newest link of an artist's audit trail, and the database's clock when it was read. */
export type ChainHead = { audit_seq: number | null; audit_head: string | null; now: Date }

/**
 * Adds the trail's head to a read that follows `lockArtist`, or that a change is decided on without it. The clock is
 * read after the head, and what is kept follows that head or is not kept, so the instants of a trail never run
 * backwards; whole milliseconds, so what is hashed is what is stored and sent.
 */
export const selectChainHead = <Q extends AuthorizationQuery>(query: Q) =>
  query.select(['a.audit_seq', 'a.audit_head', sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now')])

type Change = Pick<AuditObject, 'artistId' | 'action' | 'subject' | 'revision' | 'actor' | 'details'>

/**
 * `instant` is what is hashed, stored and shown of `at`: to write one takes as long as to hash it, and a change shows
 * it in four places.
 */
export type AuditEvent = Change & { seq: number; at: Date; instant: string; previous: string | null; hash: string }

/**
 * The event that follows `head`: what changed, by whom, when, chained to everything before it (operations, section 9).
 */
export function nextEvent(head: ChainHead, change: Change): AuditEvent {
  const instant = head.now.toISOString()
  const event = { ...change, seq: (head.audit_seq ?? 0) + 1, at: head.now, instant, previous: head.audit_head }
  return { ...event, hash: computeAuditHash({ ...event, at: instant }) }
}

/** The event's row: a part of the one statement that writes a change. */
export const insertEvent = (db: QueryCreator<DB>, event: AuditEvent) => insertEvents(db, [event])

/** The rows of several events, each of which follows the one before it. */
export const insertEvents = (db: QueryCreator<DB>, events: readonly AuditEvent[]) =>
  db.insertInto('audit_events').values(events.map(toEventRow))

/** An event as it is stored. */
export type EventRow = ReturnType<typeof toEventRow>

/** What is stored of an event; its instant and number are what the rest of the change carries too. */
export const toEventRow = (event: AuditEvent) => ({
  artist_id: event.artistId,
  seq: event.seq,
  action: event.action,
  subject: event.subject,
  revision: event.revision,
  actor: event.actor,
  // The driver would take a Date apart anew for each of its places in the statement.
  at: event.instant,
  details: JSON.stringify(event.details),
  previous: event.previous,
  hash: event.hash,
})

/**
 * The beginning of a statement that was compiled before and writes a change: `head` is moved to the event where it
 * still is what the change was decided on and its actor still may. Everything else of the statement is written after it
 * (`insertIfAppended`, or an update from `head`), so where somebody else has moved it nothing is written and the
 * statement returns no row. It waits for nobody who holds the row: whether the actor may is judged by what was
 * committed before the statement began, which has to be a moment and not a wait ago; as is what has to hold besides
 * (`also`).
 */
export const appendIfHeadUnchanged = (db: QueryCreator<DB>, row: EventRow, { also = [], rows }: Besides = {}) =>
  db
    .with('unmoved', (qc) => {
      const one = unmovedOf(qc, row, also)
      return rows === undefined ? one : (eachUnmoved(one, qc, rows) as typeof one)
    })
    .with('head', (qc) =>
      qc
        .updateTable('artists')
        .from('unmoved')
        .set({ audit_seq: row.seq, audit_head: row.hash })
        .where('artists.id', '=', row.artist_id)
        .whereRef('artists.id', '=', 'unmoved.id')
        .returningAll('unmoved'),
    )
    .with('event', (qc) =>
      insertIfAppended(qc, 'audit_events', {
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
      }),
    )

/** What has to hold besides, and the values of each of several changes that are kept by one statement. */
type Besides = { also?: readonly Expression<SqlBool>[]; rows?: GivenRows | undefined }

/**
 * How old an event's instant may be when it is kept, by the database's clock; and how far ahead, for the nodes of a
 * cluster have a clock each.
 */
const [latestSeconds, aheadSeconds] = [10, 1]

/**
 * The hash is compared too: a server that was put back may have come to the same number by another event. The database
 * vouches for the instant, also where it was not asked for it: it may be a little late, as one that was read is by the
 * time it is kept.
 */
const unmovedOf = (db: QueryCreator<DB>, row: EventRow, also: readonly Expression<SqlBool>[]) =>
  db
    .selectFrom('artists')
    .select('id')
    .where('id', '=', row.artist_id)
    .where(sql<boolean>`audit_seq + 1 = ${row.seq}`)
    .where(sql<boolean>`audit_head is not distinct from ${row.previous}`)
    .where(
      sql<boolean>`${row.at}::timestamptz between statement_timestamp() - ${sql.lit(latestSeconds)} * interval '1 second'
        and statement_timestamp() + ${sql.lit(aheadSeconds)} * interval '1 second'`,
    )
    .where((eb) => eb.and([eb.exists(selectAuthorizedUser(db, row.actor as string, row.artist_id)), ...also]))
    .forNoKeyUpdate()
    .skipLocked()

/**
 * The same of each of several changes, with its values, which all that is written after the head finds beside it. What
 * locks is never drawn into a join: each is looked up as it would be alone, whatever the server's statistics say.
 */
const eachUnmoved = (unmoved: ReturnType<typeof unmovedOf>, db: QueryCreator<DB>, rows: GivenRows) =>
  db.selectFrom(rows.as('given')).crossJoinLateral(unmoved.as('found')).selectAll('given').select('found.id')

/** What a part of such a statement is built with. */
export type AppendQuery = ReturnType<typeof appendIfHeadUnchanged>

/** A row of a change, written where the head of its statement was moved. */
export const insertIfAppended = <Table extends keyof DB>(
  db: QueryCreator<DB>,
  table: Table,
  row: { [Column in keyof Insertable<DB[Table]>]: ValueExpression<DB, Table, Insertable<DB[Table]>[Column]> },
) =>
  db
    .insertInto(table)
    .columns(Object.keys(row) as (keyof DB[Table] & string)[])
    .expression(sql`select ${sql.join(Object.values(row))} from head`)

/** Moves the artist's head to the event; its compare-and-set is redundant under the lock and stays as a guard. */
export const advanceHead = (db: QueryCreator<DB>, event: AuditEvent) =>
  advanceHeadTo(db, { audit_seq: event.seq - 1 }, event)

/** The same over several events: from the head that was read to the last of them. */
export const advanceHeadTo = (db: QueryCreator<DB>, read: Pick<ChainHead, 'audit_seq'>, last: AuditEvent) =>
  db
    .updateTable('artists')
    .set({ audit_seq: last.seq, audit_head: last.hash })
    .where('id', '=', last.artistId)
    .where('audit_seq', '=', read.audit_seq ?? 0)
