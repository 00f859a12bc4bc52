import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { cutPage, type ListPage } from './listing.ts'
import { type Moment, toSqlInstant } from './moment.ts'
import { refuseUnknownArtist } from './unknown-names.ts'

/** The content of an event: its actor (null: the service or its operator), the operator, and the revisions before and after. */
export type ListedEvent = {
  seq: number
  at: string
  actor: string | null
  operator: string | null
  action: string
  subject: string
  fromRevision: string | null
  toRevision: string | null
}

export type TrailFilter = {
  since?: Moment | undefined
  /** Who acted; the operators' own log does not say it. */
  actor?: string | undefined
  /** What was changed, as the events name it. */
  subject?: string | undefined
  limit: number
}

/**
 * An artist's events, the newest first. The page is cut before the revisions that went before are looked for: the log
 * has no index by subject. Each version of Lore is a subject of its own, and goes before the next.
 * @throws Problem `not_found`
 */
export async function listEvents(
  db: Kysely<DB>,
  artistId: string,
  { since, actor, subject, limit }: TrailFilter,
): Promise<ListPage<ListedEvent>> {
  await refuseUnknownArtist(db, artistId)
  const { rows: events } = await sql<EventRow>`
    select e.*, (
      select p.revision from audit_events p
      where p.artist_id = ${artistId} and p.seq < e.seq and p.revision is not null
        and (p.subject = e.subject or (p.action = 'lore.published' and e.action = 'lore.published'))
      order by p.seq desc limit 1) as before
    from (
      select seq, at, actor, details ->> 'operator' as operator, action, subject, revision from audit_events
      where artist_id = ${artistId} ${since === undefined ? sql`` : sql`and at >= ${toSqlInstant(since)}`}
        ${subject === undefined ? sql`` : sql`and subject = ${subject}`} ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
      order by seq desc limit ${limit + 1}) as e
    order by e.seq desc`.execute(db)
  const { rows, more } = cutPage(events, limit)
  return { rows: rows.map(viewEvent), more }
}

type EventRow = Pick<ListedEvent, 'seq' | 'actor' | 'operator' | 'action' | 'subject'> & {
  at: Date
  revision: string | null
  before: string | null
}

const viewEvent = ({ revision, before, at, ...event }: EventRow): ListedEvent => ({
  ...event,
  at: at.toISOString(),
  fromRevision: revision === null ? null : before,
  toRevision: revision,
})

export type ListedOperatorEvent = { seq: number; at: string; action: string; subject: string; details: unknown }

/** The operators' own log, the newest first. */
export async function listOperatorEvents(
  db: Kysely<DB>,
  { since, subject, limit }: Omit<TrailFilter, 'actor'>,
): Promise<ListPage<ListedOperatorEvent>> {
  let query = db
    .selectFrom('operator_events')
    .select(['seq', 'at', 'action', 'subject', 'details'])
    .orderBy('seq', 'desc')
    .limit(limit + 1)
  if (since !== undefined) query = query.where('at', '>=', toSqlInstant(since))
  if (subject !== undefined) query = query.where('subject', '=', subject)
  const { rows, more } = cutPage(await query.execute(), limit)
  return { rows: rows.map((event) => ({ ...event, at: event.at.toISOString() })), more }
}
