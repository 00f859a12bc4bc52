import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Makes sure of a user. `admin` null leaves one who is there as he is, and makes a new one without an administrator's
 * rights. Users belong to no artist, so no audit trail tells of them.
 */
export async function saveUser(
  db: Kysely<DB>,
  { subject, admin }: { subject: string; admin: boolean | null },
): Promise<'added' | 'changed' | 'unchanged'> {
  const added = await db
    .insertInto('users')
    .values({ id: uuidv7(), subject, is_admin: admin ?? false })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added !== undefined) return 'added'
  if (admin === null) return 'unchanged'
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ is_admin: admin })
    .where('subject', '=', subject)
    .where('is_admin', '!=', admin)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'changed' : 'unchanged'
}
