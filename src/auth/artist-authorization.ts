import { type AliasedExpression, type Kysely, type QueryCreator, sql, type Transaction } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { ask, only } from '#src/database/ask.ts'
import type { All, Change, RowsOf } from '#src/database/change/change.ts'
import { type Asked, statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { User } from './caller.ts'

/** What one row of `selectAuthorization` says of a caller and an artist. */
export type AuthorizationRow = { signedIn: boolean; allowed: boolean; found: boolean }

/** Of a caller who was permitted, and an artist who was there. */
export const authorizedRow: AuthorizationRow = { signedIn: true, allowed: true, found: true }

/**
 * Always one row: who calls (`u`), the artist (`a`) and the claim (`c`), each absent where there is none. An area joins
 * what it reads to this query, so that the permission is asked in the statement that reads. The claim is found by the
 * artist's id as it was given, by which a cluster knows the one shard to ask.
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

/**
 * Columns of a statement that begins with `selectAuthorization`, read for whoever may and for nobody else:
 * `requireAuthorized` refuses anybody else before they are looked at, and the time of the refusal tells neither whether
 * there is such an artist nor how much there is of him.
 */
// biome-ignore lint/suspicious/noExplicitAny: columns of any type and name, which stay as they are
export const selectIfAuthorized = <const Columns extends readonly AliasedExpression<any, any>[]>(
  columns: Columns,
): Columns =>
  columns.map(({ expression, alias }) =>
    sql`case when ${allowed} and a.id is not null then ${expression} end`.as(alias as string),
  ) as readonly unknown[] as Columns

/**
 * The row again, once its caller is known to be the artist's approved claimant or an administrator (interface, section
 * 5). A caller who is neither learns nothing of whether the artist exists.
 */
export function requireAuthorized<Row extends AuthorizationRow>(row: Row): Row {
  if (!row.signedIn) throw new Problem('not_signed_in')
  if (!row.allowed) throw new Problem('not_your_artist')
  if (!row.found) throw new Problem('not_found')
  return row
}

export type AuthorizationQuery = ReturnType<typeof selectAuthorization>

/** Whom a statement is about, and who asks. */
export type ArtistScope = { caller: User; artistId: string }

/** The permission alone, for an operation whose other statements follow in the same transaction or page. */
export async function authorize(db: Kysely<DB>, caller: User, artistId: string): Promise<void> {
  requireAuthorized(only(await ask(db, standing({ caller, artistId }))))
}

const standing = statement((db, { caller, artistId }: ArtistScope) =>
  selectAuthorization(db, caller, artistId).compile(),
)

/**
 * Locks the artist's row for a change. The permission stands in the statement that locks, so a stranger can make nobody
 * wait; what the change decides on is read after this, by a statement that sees all that was committed before the lock
 * came.
 */
export async function lockArtist(trx: Transaction<DB>, caller: User, artistId: string): Promise<void> {
  if ((await ask(trx, lock({ caller, artistId }))).length > 0) return
  await authorize(trx, caller, artistId)
  throw approvedMeanwhile()
}

/**
 * Asks what a change is decided on, under the artist's lock where the change takes it (src/database/change/change.ts).
 * `reading` begins with `selectAuthorization`, has the head (`selectChainHead`) and asks the rest `selectIfAuthorized`,
 * as `more` has to in its own way: they are sent before anybody here knows whether the caller may. Every change of what
 * may be read here is an event of the artist's trail, claims included, and so moves the head.
 */
export async function readAuthorized<Row extends AuthorizationRow, const More extends All>(
  change: Change,
  forArtist: ArtistScope,
  reading: Asked<Row>,
  ...more: More
): Promise<[Row, ...RowsOf<More>]> {
  const { held, rows } = await change.under(lock(forArtist), reading, ...more)
  const [read, ...others] = rows
  const row = requireAuthorized(only(read as Row[]))
  if (!held) throw approvedMeanwhile()
  return [row, ...(others as RowsOf<More>)]
}

/** Permitted now but not a moment ago: the claim was approved in between. The caller's retry will pass. */
const approvedMeanwhile = () => new Problem('persistence_unavailable')

const lock = statement((db, { caller, artistId }: ArtistScope) =>
  db
    .selectFrom('artists as a')
    .select('a.id')
    .where('a.id', '=', artistId)
    .where((eb) => eb.exists(selectAuthorizedUser(db, caller.subject, artistId)))
    .forUpdate()
    .compile(),
)

/** A row where a user may act for the artist, none otherwise. */
export const selectAuthorizedUser = (db: QueryCreator<DB>, subject: string, artistId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('claims as c', (join) => join.onRef('c.user_id', '=', 'u.id').on('c.artist_id', '=', artistId))
    .select('u.id')
    .where('u.subject', '=', subject)
    .where((eb) => eb.or([eb.ref('u.is_admin'), eb('c.state', '=', sql.lit('approved'))]))
