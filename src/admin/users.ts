import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { buildClaimDecided } from './claims.ts'
import { type Operator, openOperatorLog } from './operator-log.ts'
import { createUnknownUser, refuseUnknownUser } from './unknown-names.ts'

type User = { subject: string; admin: boolean | null; by?: 'command' | 'import'; operator?: Operator }

type Outcome = 'added' | 'changed' | 'unchanged'

/**
 * Creates or updates a user, in the transaction that `db` may be. `admin` null leaves an existing user's rights as they
 * are, and creates a user without administrator rights. A change of an administrator's rights is an event of the
 * operators' log.
 */
export const saveUser = (db: Kysely<DB>, { subject, admin, by = 'command', operator }: User): Promise<Outcome> =>
  transact(db, async (trx) => {
    const log = admin === null ? undefined : await openOperatorLog(trx, operator)
    const added = await trx
      .insertInto('users')
      .values({ id: uuidv7(), subject })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .returning('id')
      .executeTakeFirst()
    // No value differs from null, which leaves the rights.
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ is_admin: admin ?? false })
      .where('subject', '=', subject)
      .where('is_admin', '!=', admin)
      .executeTakeFirstOrThrow()
    const isChanged = numUpdatedRows > 0n
    if (isChanged)
      await log?.add({ action: admin ? 'administrator.added' : 'administrator.removed', subject, details: { by } })
    if (added !== undefined) return 'added'
    return isChanged ? 'changed' : 'unchanged'
  })

/**
 * Revokes administrator rights.
 * @throws Problem `not_found` when there is no such user
 */
export const demoteUser = (db: Kysely<DB>, subject: string, operator?: Operator): Promise<Outcome> =>
  transact(db, async (trx) => {
    await refuseUnknownUser(trx, subject)
    return await saveUser(trx, { subject, admin: false, operator })
  })

type Removal = { subject: string; because: string; operator?: Operator }

/**
 * Removes a user: each claim with an event of its artist, then the user with one of the operators' log. What the user
 * has said stays, with the subject as its actor. Interrupted, it goes on where it stopped when it is called again.
 * @returns the number of claims that were removed
 * @throws Problem `not_found`. A claim that is added during the removal fails it by its foreign key
 */
export async function removeUser(db: Database, { subject, ...why }: Removal): Promise<number> {
  const user = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst()
  if (user === undefined) throw createUnknownUser(subject)
  const claims = await db.selectFrom('claims').select('artist_id').where('user_id', '=', user.id).execute()
  for (const { artist_id: artistId } of claims) {
    await changeArtist(db, { artistId }, async ({ trx, stage }) => {
      await trx.deleteFrom('claims').where('artist_id', '=', artistId).where('user_id', '=', user.id).execute()
      stage(buildClaimDecided(subject, 'removed', why))
    })
  }
  await transact(db, async (trx) => {
    const log = await openOperatorLog(trx, why.operator)
    await trx.deleteFrom('users').where('id', '=', user.id).execute()
    await log.add({ action: 'user.removed', subject, details: { because: why.because, claims: claims.length } })
  })
  return claims.length
}
