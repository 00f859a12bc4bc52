import { type AliasedExpression, type Kysely, type Selection, sql } from 'kysely'
import type { Database } from '#src/database/database.ts'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import {
  type ArtistScope,
  type AuthorizationRow,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
  selectKeyAuthorization,
} from './artist-authorization.ts'
import type { EvidenceCaller } from './caller.ts'

// biome-ignore lint/suspicious/noExplicitAny: columns of any type and name, which stay as they are
export type Columns = readonly AliasedExpression<any, any>[]

/** What a statement of these columns returns to a caller who may read of the artist. */
export type AuthorizedRow<C extends Columns> = AuthorizationRow & Selection<DB, 'artists', C[number]>

/** A statement that reads these columns for a caller who may read of the artist, and nothing for any other. */
const selectForUser = <const C extends Columns>(
  db: Kysely<DB>,
  { caller, artistId }: ArtistScope,
  columns: C,
): BoundQuery<AuthorizedRow<C>> =>
  selectAuthorization(db, caller, artistId).select(selectIfAuthorized(columns)).compile() as BoundQuery<
    AuthorizedRow<C>
  >

/** The same for the research key. */
const selectForKey = <const C extends Columns>(db: Kysely<DB>, artistId: string, columns: C) =>
  selectKeyAuthorization(db, artistId).select(selectIfAuthorized(columns, sql`true`)).compile() as BoundQuery<
    AuthorizedRow<C>
  >

/** Either of them. Not executed here, so that what a caller without the permission is sent can be looked at. */
export const selectAuthorized = <const C extends Columns>(
  db: Kysely<DB>,
  { caller, artistId }: { caller: EvidenceCaller; artistId: string },
  columns: C,
): BoundQuery<AuthorizedRow<C>> =>
  caller.kind === 'user' ? selectForUser(db, { caller, artistId }, columns) : selectForKey(db, artistId, columns)

/** Reads these columns by one such statement. @throws Problem as `requireAuthorized` */
export const readAuthorized = async <const C extends Columns>(
  db: Kysely<DB>,
  scope: { caller: EvidenceCaller; artistId: string },
  columns: C,
): Promise<AuthorizedRow<C>> =>
  requireAuthorized(requireOneRow(await runQuery(db, selectAuthorized(db, scope, columns))))

/** Prepares such a read, which shares a connection with others. @throws Problem as `requireAuthorized` */
export function prepareAuthorized<Params extends object, const C extends Columns>(
  select: (db: Kysely<DB>, params: Params & ArtistScope) => C,
) {
  const read = prepareQuery((db, params: Params & ArtistScope) => selectForUser(db, params, select(db, params)))
  return async (db: Database, params: Params & ArtistScope): Promise<AuthorizedRow<C>> =>
    requireAuthorized(requireOneRow(await queryPipelined(db, read(params))))
}
