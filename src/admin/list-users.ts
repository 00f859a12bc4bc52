import type { Kysely } from 'kysely'
import { containsText } from '#src/database/contains-text.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ListPage, listPage } from './listing.ts'

export type ListedUser = { subject: string; isAdmin: boolean; createdAt: string }

export type UserFilter = {
  /** A part of the subject, in any case. */
  text?: string | undefined
  admin?: boolean | undefined
  limit: number
}

/** Users by subject. */
export function listUsers(db: Kysely<DB>, { text, admin, limit }: UserFilter): Promise<ListPage<ListedUser>> {
  let query = db.selectFrom('users').select(['subject', 'is_admin', 'created_at']).orderBy('subject')
  if (text !== undefined) query = query.where(containsText('subject', text))
  if (admin) query = query.where('is_admin', '=', true)
  return listPage(query, limit, ({ subject, is_admin, created_at }) => ({
    subject,
    isAdmin: is_admin,
    createdAt: created_at.toISOString(),
  }))
}
