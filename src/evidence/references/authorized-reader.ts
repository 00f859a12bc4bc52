import { type Expression, type Kysely, sql } from 'kysely'
import { type AuthorizationRow, selectAuthorization } from '#src/auth/artist-authorization.ts'
import type { CallerOf } from '#src/auth/caller.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** The callers that may read evidence: a person with an access token, or a server with the research key. */
export type EvidenceCaller = CallerOf<'user' | 'research_key'>

/** `artist_id` is null unless the caller may read of the artist. */
export type AuthorizedReader = AuthorizationRow & { artist_id: string | null }

/**
 * Always one row, for `db.with('reader', …)`: whether this caller may read of this artist. Join on `reader.artist_id`,
 * so that the statement finds nothing without the permission; `signedIn`, `allowed` and `found` say why. The research
 * key may read every artist, and the query says what (interface, section 5).
 */
export function selectAuthorizedReader(
  db: Kysely<DB>,
  caller: EvidenceCaller,
  artistId: string,
): Expression<AuthorizedReader> {
  const authorization =
    caller.kind === 'user' ? selectAuthorization(db, caller, artistId).select('a.id') : selectAnyArtist(db, artistId)
  return db
    .selectFrom(authorization.as('standing'))
    .select(['signedIn', 'allowed', 'found', sql<string | null>`case when allowed then id end`.as('artist_id')])
}

const selectAnyArtist = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('call'))
    .leftJoin('artists as a', (join) => join.on('a.id', '=', artistId))
    .select([
      sql<boolean>`true`.as('signedIn'),
      sql<boolean>`true`.as('allowed'),
      sql<boolean>`a.id is not null`.as('found'),
      'a.id',
    ])
