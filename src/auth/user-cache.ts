import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** Subjects remembered at most: some megabytes. */
const rememberedMax = 20_000

/**
 * Whether a verified subject is a user. No user is ever removed, so one that was seen is remembered and costs no round
 * trip again; who is none is looked up each time, for he may become one. What a user may do is asked by the statement
 * that acts, as ever.
 */
export function createUserCache(db: Kysely<DB>): (subject: string) => MaybePromise<boolean> {
  const remembered = new Set<string>()

  async function lookUp(subject: string): Promise<boolean> {
    const user = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst()
    if (user === undefined) return false
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.add(subject)
    return true
  }

  return (subject) => remembered.has(subject) || lookUp(subject)
}
