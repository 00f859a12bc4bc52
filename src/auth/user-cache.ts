import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** Cached subjects: some megabytes. */
const entriesMax = 20_000

/**
 * Whether a verified subject is a user. Users are never removed, so a hit is cached without end; a miss is not, because
 * the user may be created later. Permissions are not cached: each statement reads them.
 */
export function createUserCache(db: Kysely<DB>): (subject: string) => MaybePromise<boolean> {
  const entries = new Set<string>()

  async function lookUp(subject: string): Promise<boolean> {
    const user = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst()
    if (user === undefined) return false
    if (entries.size >= entriesMax) entries.clear()
    entries.add(subject)
    return true
  }

  return (subject) => entries.has(subject) || lookUp(subject)
}
