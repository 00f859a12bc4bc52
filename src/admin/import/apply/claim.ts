import { decideClaim } from '../../claims.ts'
import type { ImportContext } from '../context.ts'
import type { ClaimRecord, ImportOutcome } from '../records.ts'

/**
 * A claim needs an existing user: one created for a misspelt subject would give the claim to the future owner of that
 * name.
 */
export async function applyClaim(
  { trx, trail, tell, refuse }: ImportContext,
  record: ClaimRecord,
): Promise<ImportOutcome> {
  const outcome = await decideClaim(trx, { ...trail, add: tell }, record.subject, record.state)
  return outcome ?? refuse('subject', 'names no user')
}
