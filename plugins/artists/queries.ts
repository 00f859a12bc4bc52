import { type Kysely, sql } from 'kysely'
import { containsText } from '#src/database/contains-text.ts'
import type { DB } from '#src/database/tables.gen.ts'

type ListedUser = { id: string; is_admin: boolean }

export const findUser = (db: Kysely<DB>, subject: string): Promise<ListedUser | undefined> =>
  db.selectFrom('users').select(['id', 'is_admin']).where('subject', '=', subject).executeTakeFirst()

type Page = { namePart: string | undefined; from: { name: string; id: string } | undefined; rowsMax: number }

/**
 * A page of the artists of a user. `list_version` covers the number of artists and, in any order, their ids and names.
 * Its cost grows with the list: no single counter covers all these artists, because each has its own audit trail.
 */
export function listArtistsForUser(db: Kysely<DB>, user: ListedUser, { namePart, from, rowsMax }: Page) {
  const claimed = db.selectFrom('claims').select('artist_id').where('user_id', '=', user.id)
  const mine = db
    .selectFrom('artists as a')
    .select(['a.id', 'a.name'])
    .select(
      sql<string>`concat(count(*) over (), '.', sum(hashtextextended(a.id || a.name, 0)) over ())`.as('list_version'),
    )
    .$if(!user.is_admin, (query) => query.where('a.id', 'in', claimed.where('state', '=', 'approved')))
    .$if(namePart !== undefined, (query) => query.where(containsText('a.name', namePart ?? '')))
  const following = from && sql<boolean>`(mine.name collate "C", mine.id) >= (${from.name}, ${from.id}::uuid)`
  return db
    .selectFrom(mine.as('mine'))
    .select(['mine.id', 'mine.name', 'mine.list_version'])
    .where(following ?? sql<boolean>`true`)
    .orderBy(sql`mine.name collate "C"`)
    .orderBy('mine.id')
    .limit(rowsMax)
    .execute()
}
