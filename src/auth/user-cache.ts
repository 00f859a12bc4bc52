import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** Cached subjects: some megabytes. */
const entriesMax = 20_000

/**
 * The id of the user that a verified subject is, undefined where it is none. Users are never removed and keep their
 * subject, so a hit is cached without end; a miss is not, because the user may be created later. Permissions are not
 * cached: each statement reads them.
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
