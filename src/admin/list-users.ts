import type { Kysely } from 'kysely'
import { containsText } from '#src/database/contains-text.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { cutPage, type ListPage } from './listing.ts'

export type ListedUser = {
  subject: string
  isAdmin: boolean
  createdAt: string
  /** Names of the artists for whom the user has an approved claim. */
  speaksFor: string[]
}

export type UserFilter = {
  /** A part of the subject, in any case. */
  text?: string | undefined
  admin?: boolean | undefined
  limit: number
}

/** Users by subject. The claims are read by a second statement, as in `listArtists`. */
export async function listUsers(db: Kysely<DB>, { text, admin, limit }: UserFilter): Promise<ListPage<ListedUser>> {
  let query = db
    .selectFrom('users')
    .select(['id', 'subject', 'is_admin', 'created_at'])
    .orderBy('subject')
    .limit(limit + 1)
  if (text !== undefined) query = query.where(containsText('subject', text))
  if (admin) query = query.where('is_admin', '=', true)
  const { rows, more } = cutPage(await query.execute(), limit)
  const names = await listNamesByUser(
    db,
    rows.map(({ id }) => id),
  )
  const users = rows.map(({ id, subject, is_admin, created_at }) => ({
    subject,
    isAdmin: is_admin,
    createdAt: created_at.toISOString(),
    speaksFor: (names.get(id) ?? []).map(({ name }) => name),
  }))
  return { rows: users, more }
}

async function listNamesByUser(db: Kysely<DB>, userIds: string[]) {
  if (userIds.length === 0) return new Map<string, { name: string }[]>()
  const claims = await db
    .selectFrom('claims as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .select(['c.user_id', 'a.name'])
    .where('c.user_id', 'in', userIds)
    .where('c.state', '=', 'approved')
    .orderBy('a.name')
    .execute()
  return Map.groupBy(claims, (claim) => claim.user_id)
}
