import type { Kysely, Selection } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import {
  type ArtistScope,
  type AuthorizationRow,
  type Columns,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from './artist-authorization.ts'
import type { EvidenceCaller } from './caller.ts'

/** What a statement of these columns returns to a caller who may read of the artist. */
export type AuthorizedRow<C extends Columns> = AuthorizationRow & Selection<DB, 'artists', C[number]>

/**
 * A statement that reads these columns for a user who may read of the artist, and nothing for any other. Not executed
 * here, so that what a user without the permission is sent can be looked at.
 */
export const selectAuthorized = <const C extends Columns>(
  db: Kysely<DB>,
  { caller, artistId }: ArtistScope,
  columns: C,
): BoundQuery<AuthorizedRow<C>> =>
  selectAuthorization(db, caller, artistId).select(selectIfAuthorized(columns)).compile() as BoundQuery<
    AuthorizedRow<C>
  >

/**
 * Reads these columns by one such statement, or for the research key, which may read of every artist; they say what
 * (interface, section 5). @throws Problem as `requireAuthorized`
 */
export async function readAuthorized<const C extends Columns>(
  db: Kysely<DB>,
  { caller, artistId }: { caller: EvidenceCaller; artistId: string },
  columns: C,
): Promise<Selection<DB, 'artists', C[number]>> {
  if (caller.kind === 'user')
    return requireAuthorized(requireOneRow(await runQuery(db, selectAuthorized(db, { caller, artistId }, columns))))
  const row = await db.selectFrom('artists as a').select(columns).where('a.id', '=', artistId).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row as Selection<DB, 'artists', C[number]>
}

/** Prepares such a read, which shares a connection with others. @throws Problem as `requireAuthorized` */
export function prepareAuthorized<Params extends object, const C extends Columns>(
  select: (db: Kysely<DB>, params: Params & ArtistScope) => C,
) {
  const read = prepareQuery((db, params: Params & ArtistScope) => selectAuthorized(db, params, select(db, params)))
  return async (db: Database, params: Params & ArtistScope): Promise<AuthorizedRow<C>> =>
    requireAuthorized(requireOneRow(await queryPipelined(db, read(params))))
}
