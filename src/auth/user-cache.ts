import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** Cached subjects: some megabytes. */
const entriesMax = 20_000

/**
 * The id of the user that a verified subject is, undefined where it is none. A hit is cached without end: each statement
 * reads the user's permissions, and so finds that a user was removed. A miss is not, since the user may be added later.
 */
export function createUserCache(db: Kysely<DB>): (subject: string) => Promise<string | undefined> {
  const entries = new Map<string, string>()

  return async (subject) => {
    const known = entries.get(subject)
    if (known !== undefined) return known
    const user = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst()
    if (user === undefined) return undefined
    if (entries.size >= entriesMax) entries.clear()
    entries.set(subject, user.id)
    return user.id
  }
}
