import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimState } from './claims.ts'
import { type ListPage, listPage } from './listing.ts'
import { refuseUnknownArtist, refuseUnknownUser } from './unknown-names.ts'

export type ListedClaim = {
  artistId: string
  artist: string
  subject: string
  state: ClaimState
  /** When it got this state: a pending claim when it was imported, any other when it was decided. */
  since: string
}

export type ClaimFilter = {
  artistId?: string | undefined
  subject?: string | undefined
  state?: ClaimState | undefined
  limit: number
}

/**
 * Claims, those whose state is the newest first.
 * @throws Problem `not_found` when there is no such artist or user
 */
export async function listClaims(
  db: Kysely<DB>,
  { artistId, subject, state, limit }: ClaimFilter,
): Promise<ListPage<ListedClaim>> {
  await refuseUnknownArtist(db, artistId)
  await refuseUnknownUser(db, subject)
  let query = db
    .selectFrom('claims as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.artist_id', 'a.name', 'u.subject', 'c.state', 'c.decided_at'])
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.artist_id')
    .orderBy('u.subject')
  if (artistId !== undefined) query = query.where('c.artist_id', '=', artistId).where('a.id', '=', artistId)
  if (subject !== undefined) query = query.where('u.subject', '=', subject)
  if (state !== undefined) query = query.where('c.state', '=', state)
  return await listPage(query, limit, (row) => ({
    artistId: row.artist_id,
    artist: row.name,
    subject: row.subject,
    state: row.state as ClaimState,
    since: row.decided_at.toISOString(),
  }))
}
