import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { containsText } from '#src/database/contains-text.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isText, isUuid } from '#src/http/pagination/cursor-guards.ts'

const nameCharsMax = 600

const cursors = createCursorCodec('listMyArtists', { name: isText(nameCharsMax), id: isUuid })

/** Artists by name. A cursor belongs to the caller, and is valid until the caller's artists or their names change. */
export const listMyArtists: Handler<'listMyArtists'> = async ({ query, caller: { subject } }, { db }) => {
  const { name: part } = query
  const { position: after, cut } = cursors.openPage({ filter: { subject, name: part ?? null } }, query)
  const user = await db.selectFrom('users').select(['id', 'is_admin']).where('subject', '=', subject).executeTakeFirst()
  if (user === undefined) throw new Problem('not_signed_in')

  const approved = db
    .selectFrom('claims')
    .select('artist_id')
    .where('user_id', '=', user.id)
    .where('state', '=', 'approved')
  const mine = db
    .selectFrom('artists')
    .select(['id', 'name'])
    .$if(!user.is_admin, (artists) => artists.where('id', 'in', approved))
    .$if(part !== undefined, (artists) => artists.where(containsText('name', part ?? '')))
    .as('mine')
  const following = after && sql<boolean>`(name collate "C", id) > (${after.name}, ${after.id}::uuid)`
  const rows = db
    .selectFrom(mine)
    .selectAll()
    .where(following ?? sql<boolean>`true`)
    .orderBy(sql`name collate "C"`)
    .orderBy('id')
    .limit(query.limit + 1)
  // Its cost grows with the list: no single counter covers all these artists, because each has its own audit trail.
  const version = sql<string>`concat(count(*), ' ', sum(hashtextextended(id || name, 0)))`.as('version')
  const list = await db
    .selectNoFrom([jsonArrayFrom(rows).as('rows'), db.selectFrom(mine).select(version).as('listVersion')])
    .executeTakeFirstOrThrow()
  const { page: artists, nextCursor } = cut(list, ({ name, id }) => ({ name, id }))
  return { status: 200, body: { status: 'ok', administrator: user.is_admin, artists, nextCursor } }
}
