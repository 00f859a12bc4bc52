import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import type { CorrectionInput } from '#src/contract/types.gen.ts'
import { computeCorrectionRevision } from '#src/text/revisions.ts'
import { sliceExactly } from '#src/text/windows.ts'
import { isBlank } from '#src/text/words.ts'
import type { CorrectionRow } from './correction-queries.ts'

/** Code points of a claim (migration 0040). */
const claimCodePointsMax = 4_000

/** Whether the request repeats the one that has already saved this correction. */
export const isSameCorrection = (saved: CorrectionRow, requested: CorrectionInput): boolean =>
  saved.lore_revision === requested.loreRevision &&
  saved.claim_start === requested.start &&
  saved.claim_end === requested.end &&
  saved.correction === requested.correction

/** The passage of the Lore that a request names. @throws Problem `invalid_request` naming the field */
export function readClaim(text: string, { start, end }: Pick<CorrectionInput, 'start' | 'end'>): string {
  const claim = sliceExactly(text, start, end)
  if (claim === undefined) throw createInvalidRequest('end', 'with start it is no window of the text')
  if (Array.from(claim).length > claimCodePointsMax)
    throw createInvalidRequest('end', `more than ${claimCodePointsMax} characters`)
  if (isBlank(claim)) throw createInvalidRequest('end', 'the window holds nothing that is seen')
  return claim
}

/** The correction that a request makes, in its first version. */
export function newCorrection(
  { requestId, loreRevision, start, end, correction }: CorrectionInput,
  { artistId, id, claim }: { artistId: string; id: string; claim: string },
) {
  const correctionKind = correction === null ? 'dropped' : 'replaced'
  const statement = { claim, correction, correctionKind, previous: null }
  return {
    id,
    claim,
    correction,
    correction_kind: correctionKind,
    revision: computeCorrectionRevision({ artistId, correctionId: id, ...statement }),
    previous: null,
    number: 1,
    request_id: requestId.toLowerCase(),
    lore_revision: loreRevision,
    claim_start: start,
    claim_end: end,
  }
}
