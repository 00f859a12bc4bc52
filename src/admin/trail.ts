import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { listPage, type Moment, toSqlInstant } from './listing.ts'
import { refuseUnknownArtist } from './unknown-names.ts'

export type TrailFilter = {
  since?: Moment | undefined
  /** Who acted; the operators' own log does not say it. */
  actor?: string | undefined
  /** What was changed, as the events name it. */
  subject?: string | undefined
  limit: number
}

/**
 * An artist's events, the newest first; without an actor they are the service's or its operator's. The revision before
 * is looked for in the trail, which has no index by subject, for the rows of the page alone. Each version of Lore is a
 * subject of its own, and goes before the next.
 * @throws Problem `not_found`
 */
export async function listEvents(db: Kysely<DB>, artistId: string, { since, actor, subject, limit }: TrailFilter) {
  await refuseUnknownArtist(db, artistId)
  const fromRevision = sql<string | null>`case when e.revision is not null then (
    select p.revision from audit_events p
    where p.artist_id = ${artistId} and p.seq < e.seq and p.revision is not null
      and (p.subject = e.subject or (p.action = 'lore.published' and e.action = 'lore.published'))
    order by p.seq desc limit 1) end`
  let query = db
    .selectFrom('audit_events as e')
    .select(['e.seq', 'e.at', 'e.actor', sql<string | null>`e.details ->> 'operator'`.as('operator')])
    .select(['e.action', fromRevision.as('fromRevision'), 'e.revision as toRevision', 'e.subject'])
    .where('e.artist_id', '=', artistId)
    .orderBy('e.seq', 'desc')
  if (since !== undefined) query = query.where('e.at', '>=', toSqlInstant(since))
  if (subject !== undefined) query = query.where('e.subject', '=', subject)
  if (actor !== undefined) query = query.where('e.actor', '=', actor)
  return await listPage(query, limit)
}

/** The operators' own log, the newest first. */
export function listOperatorEvents(db: Kysely<DB>, { since, subject, limit }: Omit<TrailFilter, 'actor'>) {
  let query = db
    .selectFrom('operator_events')
    .select(['seq', 'at', 'action', 'subject', 'details'])
    .orderBy('seq', 'desc')
  if (since !== undefined) query = query.where('at', '>=', toSqlInstant(since))
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return listPage(query, limit)
}
