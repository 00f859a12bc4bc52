import { type AliasedExpression, type Kysely, type QueryCreator, sql, type Transaction } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { User } from './caller.ts'

/** What `selectAuthorization` returns about a caller and an artist. */
export type AuthorizationRow = { signedIn: boolean; allowed: boolean; found: boolean }

/**
 * Always one row: the user (`u`), the artist (`a`) and the claim (`c`), null where absent. An area joins its columns to
 * this query, so that the statement that reads also authorizes. The claim is joined by the artist's id as a parameter,
 * from which a cluster knows the shard.
 */
export function selectAuthorization(db: Kysely<DB>, caller: User, artistId: string) {
  return db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('call'))
    .leftJoin('users as u', (join) => join.on('u.subject', '=', caller.subject))
    .leftJoin('artists as a', (join) => join.on('a.id', '=', artistId))
    .leftJoin('claims as c', (join) => join.on('c.artist_id', '=', artistId).onRef('c.user_id', '=', 'u.id'))
    .select([
      sql<boolean>`u.id is not null`.as('signedIn'),
      allowed.as('allowed'),
      sql<boolean>`a.id is not null`.as('found'),
    ])
}

const allowed = sql<boolean>`coalesce(u.is_admin or c.state = 'approved', false)`

/** Whether the caller acts by a claim, every change of which is an event of the artist's audit trail. */
export const isClaimant = sql<boolean>`coalesce(c.state = 'approved', false)`

/**
 * Columns of a statement that begins with `selectAuthorization`, null unless the caller is authorized.
 * `requireAuthorized` throws before they are read, so neither the response nor its time reveals whether the artist
 * exists or how much data it has.
 */
// biome-ignore lint/suspicious/noExplicitAny: columns of any type and name, which stay as they are
export const selectIfAuthorized = <const Columns extends readonly AliasedExpression<any, any>[]>(
  columns: Columns,
): Columns =>
  columns.map(({ expression, alias }) =>
    sql`case when ${allowed} and a.id is not null then ${expression} end`.as(alias as string),
  ) as readonly unknown[] as Columns

/**
 * Returns the row if its caller is the artist's approved claimant or an administrator (interface, section 5). Any other
 * caller learns nothing about whether the artist exists.
 * @throws Problem `not_signed_in`, `not_your_artist`, `not_found`
 */
export function requireAuthorized<Row extends AuthorizationRow>(row: Row): Row {
  if (!row.signedIn) throw new Problem('not_signed_in')
  if (!row.allowed) throw new Problem('not_your_artist')
  if (!row.found) throw new Problem('not_found')
  return row
}

export type AuthorizationQuery = ReturnType<typeof selectAuthorization>

/** The caller and the artist of a statement. */
export type ArtistScope = { caller: User; artistId: string }

/** Authorizes alone, for an operation whose other statements follow in the same transaction or page. */
async function authorize(db: Kysely<DB>, caller: User, artistId: string): Promise<void> {
  requireAuthorized(requireOneRow(await runQuery(db, authorizationQuery({ caller, artistId }))))
}

const authorizationQuery = prepareQuery((db, { caller, artistId }: ArtistScope) =>
  selectAuthorization(db, caller, artistId).compile(),
)

/**
 * Locks the artist's row for a change that was overtaken. The locking statement itself authorizes, so an unauthorized
 * caller cannot block others. Read what the change decides on in a later statement, whose snapshot includes all that
 * committed before the lock.
 */
export async function lockArtist(trx: Transaction<DB>, caller: User, artistId: string): Promise<void> {
  if ((await runQuery(trx, lockIfPermitted({ caller, artistId }))).length > 0) return
  await authorize(trx, caller, artistId)
  throw claimJustApproved()
}

/** Authorized now but not a moment ago: the claim was approved in between. A retry succeeds. */
export const claimJustApproved = () => new Problem('persistence_unavailable')

/** Locks the artist's row for a caller who may; no row where the caller may not. */
export const lockIfPermitted = prepareQuery((db, { caller, artistId }: ArtistScope) =>
  db
    .selectFrom('artists as a')
    .select('a.id')
    .where('a.id', '=', artistId)
    .where((eb) => eb.exists(selectAuthorizedUser(db, caller.subject, artistId)))
    .forUpdate()
    .compile(),
)

/**
 * Fails with 22012 unless the user is an administrator: sent before the COMMIT of the same flush, it undoes the
 * transaction.
 */
export const assertAdministrator = prepareQuery((db, { subject }: { subject: string }) =>
  db
    .selectFrom('users')
    .select(sql<number>`1 / count(*)`.as('one'))
    .where('subject', '=', subject)
    .where('is_admin', '=', true)
    .compile(),
)

/** A row where a user may act for the artist, none otherwise. */
const selectAuthorizedUser = (db: QueryCreator<DB>, subject: string, artistId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('claims as c', (join) => join.onRef('c.user_id', '=', 'u.id').on('c.artist_id', '=', artistId))
    .select('u.id')
    .where('u.subject', '=', subject)
    .where((eb) => eb.or([eb.ref('u.is_admin'), eb('c.state', '=', sql.lit('approved'))]))
