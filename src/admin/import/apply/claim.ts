import type { AuditChange } from '#src/records/audit/audit-trail.ts'
import { buildClaimDecided, decideClaim } from '../../claims.ts'
import type { ImportContext } from '../context.ts'
import type { ClaimRecord, ImportOutcome } from '../records.ts'

/**
 * A claim needs an existing user: one created for a misspelt subject would give the claim to the future owner of that
 * name.
 */
export async function applyClaim(
  { trx, trail, users, rows, addedAt, append: stage, refuse }: ImportContext,
  record: ClaimRecord,
): Promise<ImportOutcome> {
  const { subject, state } = record
  const userId = users.get(subject) ?? refuse('subject', 'names no user')
  if (addedAt !== undefined) {
    rows.claims.push({ artist_id: trail.artistId, user_id: userId, state, decided_at: trail.now })
    stage(buildClaimDecided(subject, state))
    return 'added'
  }
  const append = async (change: AuditChange) => stage(change)
  return (await decideClaim(trx, { ...trail, append }, subject, state)) ?? refuse('subject', 'names no user')
}
