import type { Kysely, Transaction } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { type AuditChange, type LockedAuditTrail, lockAuditTrail } from '#src/records/audit/locked-audit-trail.ts'

export type ClaimState = 'pending' | 'approved' | 'revoked'

/** What the trail calls each decision; a claim that only waits has none of its own. */
const actions: Record<ClaimState, string> = {
  approved: 'claim.approved',
  revoked: 'claim.revoked',
  pending: 'record.imported',
}

/** The claim's name in the trail. */
export const claimSubject = (subject: string) => `claim:${subject}`

/**
 * Approves or revokes a user's claim to an artist, under the artist's lock and with its audit event. Asked for what is
 * so already it changes nothing.
 * @throws Problem `not_found` naming what is missing: the artist, the user, or a claim to revoke
 */
export async function setClaim(
  db: Kysely<DB>,
  { artistId, subject, state }: { artistId: string; subject: string; state: 'approved' | 'revoked' },
): Promise<'added' | 'changed' | 'unchanged'> {
  return await transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    if (trail === undefined) throw new Problem('not_found', { message: `There is no artist ${artistId}` })
    const outcome = await decideClaim(trx, trail, subject, state)
    if (outcome === undefined) throw new Problem('not_found', { message: `There is no user ${subject}` })
    if (outcome === 'added' && state === 'revoked') {
      throw new Problem('not_found', { message: `${subject} has no claim to artist ${artistId}` })
    }
    return outcome
  })
}

/**
 * Brings a claim to a state within a transaction that holds the artist's lock; undefined when there is no such user.
 */
export async function decideClaim(
  trx: Transaction<DB>,
  trail: Pick<LockedAuditTrail, 'artistId' | 'now'> & { add(change: AuditChange): Promise<unknown> },
  subject: string,
  state: ClaimState,
): Promise<'added' | 'changed' | 'unchanged' | undefined> {
  const user = await trx
    .selectFrom('users as u')
    .leftJoin('claims as c', (join) => join.onRef('c.user_id', '=', 'u.id').on('c.artist_id', '=', trail.artistId))
    .select(['u.id', 'c.state'])
    .where('u.subject', '=', subject)
    .executeTakeFirst()
  if (user === undefined) return undefined
  if (user.state === state) return 'unchanged'
  const decision = { state, decided_at: trail.now }
  await trx
    .insertInto('claims')
    .values({ artist_id: trail.artistId, user_id: user.id, ...decision })
    .onConflict((conflict) => conflict.columns(['artist_id', 'user_id']).doUpdateSet(decision))
    .execute()
  await trail.add({ action: actions[state], subject: claimSubject(subject), revision: null, details: { state } })
  return user.state === null ? 'added' : 'changed'
}
