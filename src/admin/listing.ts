import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { containsText } from '#src/database/contains-text.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimState } from './claims.ts'
import { refuseUnknownArtist, refuseUnknownUser } from './unknown-names.ts'

/** The first rows of a listing, and whether there are more than its limit. */
export type ListPage<Row> = { rows: Row[]; more: boolean }

/** Runs an ordered query for at most `limit` rows. */
export async function listPage<Row>(query: SelectQueryBuilder<DB, never, Row>, limit: number): Promise<ListPage<Row>> {
  const rows = await query.limit(limit + 1).execute()
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** Artists, the newest first; with `text` those whose name contains it in any case, or whose id it is. */
export function listArtists(db: Kysely<DB>, { text, limit }: { text?: string | undefined; limit: number }) {
  let query = db
    .selectFrom('artists')
    .select(['id as artistId', 'name', 'created_at as createdAt'])
    .orderBy('id', 'desc')
  if (text !== undefined)
    query = query.where(sql<boolean>`${containsText('name', text)} or id::text = lower(${text}::text)`)
  return listPage(query, limit)
}

export type UserFilter = {
  /** A part of the subject, in any case. */
  text?: string | undefined
  admin?: boolean | undefined
  limit: number
}

/** Users by subject. */
export function listUsers(db: Kysely<DB>, { text, admin, limit }: UserFilter) {
  let query = db
    .selectFrom('users')
    .select(['subject', 'is_admin as isAdmin', 'created_at as createdAt'])
    .orderBy('subject')
  if (text !== undefined) query = query.where(containsText('subject', text))
  if (admin) query = query.where('is_admin', '=', true)
  return listPage(query, limit)
}

export type ClaimFilter = {
  artistId?: string | undefined
  subject?: string | undefined
  state?: ClaimState | undefined
  limit: number
}

/**
 * Claims, those whose state is the newest first; `since` is when a pending claim was imported, any other decided.
 * @throws Problem `not_found` when there is no such artist or user
 */
export async function listClaims(db: Kysely<DB>, { artistId, subject, state, limit }: ClaimFilter) {
  await refuseUnknownArtist(db, artistId)
  await refuseUnknownUser(db, subject)
  let query = db
    .selectFrom('claims as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.artist_id as artistId', 'a.name as artist', 'u.subject', 'c.state', 'c.decided_at as since'])
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.artist_id')
    .orderBy('u.subject')
  if (artistId !== undefined) query = query.where('c.artist_id', '=', artistId).where('a.id', '=', artistId)
  if (subject !== undefined) query = query.where('u.subject', '=', subject)
  if (state !== undefined) query = query.where('c.state', '=', state)
  return await listPage(query, limit)
}

/** `subject` is what was changed, as the events name it. */
type TrailFilter = { subject?: string | undefined; limit: number }

/**
 * An artist's events, the newest first; without an actor they are the service's or its operator's.
 * @throws Problem `not_found`
 */
export async function listEvents(db: Kysely<DB>, artistId: string, { subject, limit }: TrailFilter) {
  await refuseUnknownArtist(db, artistId)
  let query = db
    .selectFrom('audit_events')
    .select(['seq', 'at', 'actor', sql<string | null>`details ->> 'operator'`.as('operator')])
    .select(['action', 'revision', 'subject'])
    .where('artist_id', '=', artistId)
    .orderBy('seq', 'desc')
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return await listPage(query, limit)
}

/** The operators' own log, the newest first. */
export function listOperatorEvents(db: Kysely<DB>, { subject, limit }: TrailFilter) {
  let query = db
    .selectFrom('operator_events')
    .select(['seq', 'at', 'action', 'subject', 'details'])
    .orderBy('seq', 'desc')
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return listPage(query, limit)
}
