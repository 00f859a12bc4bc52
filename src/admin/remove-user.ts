import type { Transaction } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { buildClaimDecided } from './claims.ts'
import { type Operator, openOperatorLog } from './operator-log.ts'
import { createUnknownUser } from './unknown-names.ts'

export type Removal = { subject: string; because: string; operator?: Operator }

/**
 * Removes a user: each claim with an event of its artist, then the user with one of the operators' log. What the user
 * has said stays, with the subject as its actor. Interrupted, it goes on where it stopped when it is called again.
 * @returns the number of claims that were removed
 * @throws Problem `not_found`; `state_changed` when a claim was added during the removal
 */
export async function removeUser(db: Database, { subject, ...why }: Removal): Promise<number> {
  const user = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst()
  if (user === undefined) throw createUnknownUser(subject)
  const claims = await db.selectFrom('claims').select('artist_id').where('user_id', '=', user.id).execute()
  for (const { artist_id: artistId } of claims) {
    await changeArtist(db, { artistId }, async (tx) => {
      const { trx, append } = await tx.open()
      await trx.deleteFrom('claims').where('artist_id', '=', artistId).where('user_id', '=', user.id).execute()
      await append(buildClaimDecided(subject, 'removed', why))
    })
  }
  await transact(db, (trx) => deleteUser(trx, user.id, { subject, ...why }, claims.length))
  return claims.length
}

async function deleteUser(
  trx: Transaction<DB>,
  id: string,
  { subject, because, operator }: Removal,
  claims: number,
): Promise<void> {
  const log = await openOperatorLog(trx, operator)
  await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const claim = await trx.selectFrom('claims').select('artist_id').where('user_id', '=', id).executeTakeFirst()
  if (claim !== undefined) {
    const message = `User ${subject} has got a claim to artist ${claim.artist_id} since; try again`
    throw new Problem('state_changed', { message })
  }
  await trx.deleteFrom('users').where('id', '=', id).execute()
  await log.add({ action: 'user.removed', subject, details: { because, claims } })
}
