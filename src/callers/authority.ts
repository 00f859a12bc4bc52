import { type AliasedExpression, type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { Problem } from '#src/problems/problem.ts'
import type { User } from './caller.ts'

/** What one row of `authority` says of a caller and an artist. */
export type Standing = { signedIn: boolean; allowed: boolean; found: boolean }

/**
 * Always one row: who calls (`u`), the artist (`a`) and the claim (`c`), each absent where there is none. An area joins
 * what it reads to this query, so that the permission is asked in the statement that reads.
 */
export function authority(db: Kysely<DB>, caller: User, artistId: string) {
  return db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('call'))
    .leftJoin('users as u', (join) => join.on('u.subject', '=', caller.subject))
    .leftJoin('artists as a', (join) => join.on('a.id', '=', artistId))
    .leftJoin('claims as c', (join) => join.onRef('c.artist_id', '=', 'a.id').onRef('c.user_id', '=', 'u.id'))
    .select([
      sql<boolean>`u.id is not null`.as('signedIn'),
      allowed.as('allowed'),
      sql<boolean>`a.id is not null`.as('found'),
    ])
}

const allowed = sql<boolean>`coalesce(u.is_admin or c.state = 'approved', false)`

/**
 * Columns of a statement that begins with `authority`, read for whoever may and for nobody else: `permitted` refuses anybody else before they are
 * looked at, and the time of the refusal tells neither whether there is such an artist nor how much there is of him.
 */
// biome-ignore lint/suspicious/noExplicitAny: columns of any type and name, which stay as they are
export const ifPermitted = <const Columns extends readonly AliasedExpression<any, any>[]>(columns: Columns): Columns =>
  columns.map(({ expression, alias }) =>
    sql`case when ${allowed} and a.id is not null then ${expression} end`.as(alias as string),
  ) as readonly unknown[] as Columns

/**
 * The row again, once its caller is known to be the artist's approved claimant or an administrator (interface, section 5).
 * A caller who is neither learns nothing of whether the artist exists.
 */
export function permitted<Row extends Standing>(row: Row): Row {
  if (!row.signedIn) throw new Problem('not_signed_in')
  if (!row.allowed) throw new Problem('not_your_artist')
  if (!row.found) throw new Problem('not_found')
  return row
}

export type AuthorityQuery = ReturnType<typeof authority>

/** The permission alone, for an operation whose other statements follow in the same transaction or page. */
export async function authorize(db: Kysely<DB>, caller: User, artistId: string): Promise<void> {
  permitted(await authority(db, caller, artistId).executeTakeFirstOrThrow())
}

/**
 * Locks the artist's row for a change. The permission stands in the statement that locks, so a stranger can make nobody
 * wait; what the change decides on is read after this, by a statement that sees all that was committed before the lock came.
 */
export async function lockArtist(trx: Transaction<DB>, caller: User, artistId: string): Promise<void> {
  const locked = await trx
    .selectFrom('artists as a')
    .select('a.id')
    .where('a.id', '=', artistId)
    .where((eb) => eb.exists(standingOf(trx, caller, artistId)))
    .forUpdate()
    .executeTakeFirst()
  if (locked !== undefined) return
  await authorize(trx, caller, artistId)
  // Permitted now but not a moment ago: the claim was approved in between. The caller's retry will pass.
  throw new Problem('persistence_unavailable')
}

/** A row where the caller may act for the artist, none otherwise. */
const standingOf = (trx: Transaction<DB>, caller: User, artistId: string) =>
  trx
    .selectFrom('users as u')
    .leftJoin('claims as c', (join) => join.onRef('c.user_id', '=', 'u.id').on('c.artist_id', '=', artistId))
    .select('u.id')
    .where('u.subject', '=', caller.subject)
    .where((eb) => eb.or([eb('u.is_admin', '=', true), eb('c.state', '=', 'approved')]))
