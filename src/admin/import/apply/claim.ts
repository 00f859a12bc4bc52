import { decideClaim } from '../../claims.ts'
import type { ImportContext } from '../context.ts'
import type { ClaimRecord, ImportOutcome } from '../records.ts'

/**
 * A claim belongs to a user who is there: one made up for a misspelt subject would be a door for whoever comes to own
 * that name.
 */
export async function applyClaim(
  { trx, trail, tell, refuse }: ImportContext,
  record: ClaimRecord,
): Promise<ImportOutcome> {
  const outcome = await decideClaim(trx, { ...trail, add: tell }, record.subject, record.state)
  return outcome ?? refuse('subject', 'names no user')
}
