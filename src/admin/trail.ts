import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ListPage, listPage, type Moment, toSqlInstant } from './listing.ts'
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
 * An artist's events, the newest first. The revision before is looked for in the trail, which has no index by subject,
 * for the rows of the page alone. Each version of Lore is a subject of its own, and goes before the next.
 * @throws Problem `not_found`
 */
export async function listEvents(
  db: Kysely<DB>,
  artistId: string,
  { since, actor, subject, limit }: TrailFilter,
): Promise<ListPage<ListedEvent>> {
  await refuseUnknownArtist(db, artistId)
  const before = sql<string | null>`(
    select p.revision from audit_events p
    where p.artist_id = ${artistId} and p.seq < e.seq and p.revision is not null
      and (p.subject = e.subject or (p.action = 'lore.published' and e.action = 'lore.published'))
    order by p.seq desc limit 1)`
  let query = db
    .selectFrom('audit_events as e')
    .select(['e.seq', 'e.at', 'e.actor', 'e.action', 'e.subject', 'e.revision', before.as('before')])
    .select(sql<string | null>`e.details ->> 'operator'`.as('operator'))
    .where('e.artist_id', '=', artistId)
    .orderBy('e.seq', 'desc')
  if (since !== undefined) query = query.where('e.at', '>=', toSqlInstant(since))
  if (subject !== undefined) query = query.where('e.subject', '=', subject)
  if (actor !== undefined) query = query.where('e.actor', '=', actor)
  return await listPage(query, limit, ({ revision, before, at, ...event }) => ({
    ...event,
    at: at.toISOString(),
    fromRevision: revision === null ? null : before,
    toRevision: revision,
  }))
}

export type ListedOperatorEvent = { seq: number; at: string; action: string; subject: string; details: unknown }

/** The operators' own log, the newest first. */
export function listOperatorEvents(
  db: Kysely<DB>,
  { since, subject, limit }: Omit<TrailFilter, 'actor'>,
): Promise<ListPage<ListedOperatorEvent>> {
  let query = db
    .selectFrom('operator_events')
    .select(['seq', 'at', 'action', 'subject', 'details'])
    .orderBy('seq', 'desc')
  if (since !== undefined) query = query.where('at', '>=', toSqlInstant(since))
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return listPage(query, limit, (event) => ({ ...event, at: event.at.toISOString() }))
}
