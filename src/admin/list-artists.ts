import { type Kysely, sql } from 'kysely'
import { containsText } from '#src/database/contains-text.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { cutPage, type ListPage } from './listing.ts'

export type ListedArtist = {
  artistId: string
  name: string
  createdAt: string
  /** Subjects of the users with an approved claim. */
  speakers: string[]
  pendingClaims: number
}

/**
 * Artists, the newest first; with `text` those whose name contains it in any case, or whose id it is. The claims are
 * read by a second statement, because a cluster joins no page of artists with them.
 */
export async function listArtists(
  db: Kysely<DB>,
  { text, limit }: { text?: string | undefined; limit: number },
): Promise<ListPage<ListedArtist>> {
  let query = db
    .selectFrom('artists')
    .select(['id', 'name', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (text !== undefined) {
    query = query.where(sql<boolean>`${containsText('name', text)} or id::text = lower(${text}::text)`)
  }
  const { rows, more } = cutPage(await query.execute(), limit)
  const claims = await listClaimsByArtist(
    db,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((artist) => viewListedArtist(artist, claims.get(artist.id) ?? [])), more }
}

type Claim = { artist_id: string; state: string; subject: string }

async function listClaimsByArtist(db: Kysely<DB>, artistIds: string[]): Promise<Map<string, Claim[]>> {
  if (artistIds.length === 0) return new Map()
  const claims = await db
    .selectFrom('claims as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.artist_id', 'c.state', 'u.subject'])
    .where('c.artist_id', 'in', artistIds)
    .orderBy('u.subject')
    .execute()
  return Map.groupBy(claims, (claim) => claim.artist_id)
}

const viewListedArtist = (
  { id, name, created_at }: { id: string; name: string; created_at: Date },
  claims: readonly Claim[],
): ListedArtist => ({
  artistId: id,
  name,
  createdAt: created_at.toISOString(),
  speakers: claims.filter(({ state }) => state === 'approved').map(({ subject }) => subject),
  pendingClaims: claims.filter(({ state }) => state === 'pending').length,
})
