import { type AliasedExpression, type Kysely, sql } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
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

// biome-ignore lint/suspicious/noExplicitAny: columns of any type and name, which stay as they are
export type Columns = readonly AliasedExpression<any, any>[]

/**
 * Columns of a statement that begins with `selectAuthorization`, null unless the caller is authorized.
 * `requireAuthorized` throws before they are read, so neither the response nor its time reveals whether the artist
 * exists or how much data it has.
 */
export const selectIfAuthorized = <const C extends Columns>(columns: C): C =>
  columns.map(({ expression, alias }) =>
    sql`case when ${allowed} and a.id is not null then ${expression} end`.as(alias as string),
  ) as readonly unknown[] as C

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

/** The caller and the artist of a statement. */
export type ArtistScope = { caller: User; artistId: string }

/**
 * Locks the artist's row for a caller who may change the artist; no row, and no lock, for any other caller. A foreign
 * key does not wait for this lock. An administrator's row is locked too: the right cannot be revoked before the commit,
 * while the revocation of a claim is a change of the artist itself.
 */
export const lockArtistIfAuthorized = prepareQuery((db, { caller, artistId }: ArtistScope) =>
  db
    .with('administrator', (qc) =>
      qc.selectFrom('users').select('id').where('subject', '=', caller.subject).where('is_admin', '=', true).forShare(),
    )
    .selectFrom('artists')
    .select('id')
    .where('id', '=', artistId)
    .where((eb) =>
      // The claim first: only where there is none is the administrator looked up, and locked.
      eb.or([
        eb.exists(selectApprovedClaim(db, caller, artistId)),
        eb.exists(eb.selectFrom('administrator').select('id')),
      ]),
    )
    .forNoKeyUpdate()
    .compile(),
)

const selectApprovedClaim = (db: Kysely<DB>, caller: User, artistId: string) =>
  db
    .selectFrom('claims as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('c.user_id')
    .where('c.artist_id', '=', artistId)
    .where('u.subject', '=', caller.subject)
    .where('c.state', '=', sql.lit('approved'))

/** Locks the artist's row for a job or an operator; no row when there is no such artist. */
export const lockArtist = prepareQuery((db, { artistId }: { artistId: string }) =>
  db.selectFrom('artists').select('id').where('id', '=', artistId).forNoKeyUpdate().compile(),
)
