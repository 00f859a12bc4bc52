import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import type { AuditChange } from '#src/records/audit/audit-trail.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { type Operator, toDetails } from './operator-log.ts'
import { createUnknownUser, refuseUnknownArtist } from './unknown-names.ts'

export const claimStates = ['pending', 'approved', 'revoked'] as const
export type ClaimState = (typeof claimStates)[number]

/** Audit actions of the decisions; a pending claim can only come from an import. */
const actions: Record<ClaimState | 'removed', string> = {
  approved: 'claim.approved',
  revoked: 'claim.revoked',
  pending: 'record.imported',
  removed: 'claim.revoked',
}

/** The claim's subject in the audit trail. */
export const buildClaimSubject = (subject: string) => `claim:${subject}`

type Decision = { artistId: string; subject: string; state: 'approved' | 'revoked' }

/** What the event of a decision also says. */
type Reason = { because?: string | undefined; operator?: Operator }

/**
 * Approves or revokes a user's claim, with its audit event. Idempotent.
 * @throws Problem `not_found` naming what is missing: the artist, the user, or a claim to revoke
 */
export async function setClaim(
  db: Database,
  { artistId, subject, state, ...why }: Decision & Reason,
): Promise<'added' | 'changed' | 'unchanged'> {
  return await changeArtist(db, { artistId }, async ({ trx, now, stage }) => {
    await refuseUnknownArtist(trx, artistId)
    const user = await trx
      .selectFrom('users as u')
      .leftJoin('claims as c', (join) => join.onRef('c.user_id', '=', 'u.id').on('c.artist_id', '=', artistId))
      .select(['u.id', 'c.state'])
      .where('u.subject', '=', subject)
      .executeTakeFirst()
    if (user === undefined) throw createUnknownUser(subject)
    if (user.state === state) return 'unchanged'
    if (user.state === null && state === 'revoked') {
      throw new Problem('not_found', { message: `${subject} has no claim to artist ${artistId}` })
    }
    const decision = { state, decided_at: now }
    await trx
      .insertInto('claims')
      .values({ artist_id: artistId, user_id: user.id, ...decision })
      .onConflict((conflict) => conflict.columns(['artist_id', 'user_id']).doUpdateSet(decision))
      .execute()
    stage(buildClaimDecided(subject, state, why))
    return user.state === null ? 'added' : 'changed'
  })
}

/** The event of a decision. */
export const buildClaimDecided = (
  subject: string,
  state: ClaimState | 'removed',
  { because, operator }: Reason = {},
): AuditChange => ({
  action: actions[state],
  subject: buildClaimSubject(subject),
  revision: null,
  details: { state, ...(because !== undefined && { because }), ...toDetails(operator) },
})
