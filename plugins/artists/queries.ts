import { type AliasedExpression, type Kysely, sql } from 'kysely'
import { NIL as nilUuid } from 'uuid'
import { containsText } from '#src/database/contains-text.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'

type Page = { namePart: string | undefined; from: { name: string; id: string } | undefined; rowsMax: number }

type ListedUser = { id: string; is_admin: boolean }

export async function findUser(db: Kysely<DB>, subject: string): Promise<ListedUser | undefined> {
  const [user] = await queryPipelined(db, selectListedUser({ subject }))
  return user
}

const selectListedUser = prepareQuery((db, { subject }: { subject: string }) =>
  db.selectFrom('users').select(['id', 'is_admin']).where('subject', '=', subject).compile(),
)

/** A page of the artists of a user, each with the version of the whole list. */
export const listArtistsForUser = (db: Kysely<DB>, { id, is_admin }: ListedUser, page: Page) => {
  const { namePart = '', from, rowsMax } = page
  // Every name is longer than the empty one and contains it, so every artist comes after this position.
  const request = { userId: id, namePart, rowsMax, name: from?.name ?? '', artistId: from?.id ?? nilUuid }
  return runQuery(db, is_admin ? everyArtist(request) : claimedArtists(request))
}

type PageRequest = { userId: string; namePart: string; name: string; artistId: string; rowsMax: number }

const everyArtist = prepareQuery((db, request: PageRequest) => {
  const administrator = db.selectFrom('users').where('id', '=', request.userId).where('is_admin', '=', true)
  const artists = db
    .selectFrom('artists as a')
    .where(({ exists }) => exists(administrator.select('id')))
    .where(isNamed(request))
  return selectPage(db, artists.select(columns).as('mine'), request).compile()
})

const claimedArtists = prepareQuery((db, request: PageRequest) => {
  const artists = db
    .selectFrom('claims as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .where('c.user_id', '=', request.userId)
    .where('c.state', '=', sql.lit('approved'))
    .where(isNamed(request))
  return selectPage(db, artists.select(columns).as('mine'), request).compile()
})

/** Whether the caller asks for every name, or the name contains the text. */
const isNamed = ({ namePart }: PageRequest) =>
  sql<boolean>`(${namePart}::text = '' or ${containsText('a.name', namePart)})`

/**
 * `list_version` covers the number of artists and, in any order, their ids and names. Its cost grows with the caller's
 * list: no single counter covers all these artists, because each artist has its own audit trail.
 */
const columns = [
  'a.id',
  'a.name',
  sql<string>`concat(count(*) over (), '.', sum(hashtextextended(a.id || a.name, 0)) over ())`.as('list_version'),
] as const

type MyArtist = { id: string; name: string; list_version: string }

const selectPage = (
  db: Kysely<DB>,
  mine: AliasedExpression<MyArtist, 'mine'>,
  { name, artistId, rowsMax }: PageRequest,
) =>
  db
    .selectFrom(mine)
    .select(['mine.id', 'mine.name', 'mine.list_version'])
    .where(sql<boolean>`(mine.name collate "C", mine.id) >= (${name}, ${artistId}::uuid)`)
    .orderBy(sql`mine.name collate "C"`)
    .orderBy('mine.id')
    .limit(rowsMax)
