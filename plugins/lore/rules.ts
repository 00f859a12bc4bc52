import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import type { CorrectionInput } from '#src/contract/types.gen.ts'
import { computeCorrectionRevision, type Revision } from '#src/text/revisions.ts'
import { sliceExactly } from '#src/text/windows.ts'
import { isBlank } from '#src/text/words.ts'
import type { NewCorrection, SavedCorrectionRow } from './correction-queries.ts'

/** Most corrections of an artist that hold: the mandatory memory carries them all. */
const holdingMax = 500
/** Code points of a claim (migration 0040). */
const claimCodePointsMax = 4_000

/** Whether the request repeats the one that has already saved this correction. */
export const isSameCorrection = (saved: SavedCorrectionRow, requested: CorrectionInput): boolean =>
  saved.lore_revision === requested.loreRevision &&
  saved.claim_start === requested.start &&
  saved.claim_end === requested.end &&
  saved.correction === requested.correction

/** Why the Lore cannot be corrected as asked; undefined when it can. `lore`: the published text and the proposal. */
export function refusalToCorrect(
  lore: readonly { revision: string }[],
  holding: number,
  { loreRevision }: CorrectionInput,
): ProblemCode | undefined {
  if (lore.length === 0) return 'not_found'
  if (lore.every(({ revision }) => revision !== loreRevision)) return 'revision_changed'
  return holding < holdingMax ? undefined : 'limit_exceeded'
}

/** The passage of the Lore that a request names. @throws Problem `invalid_request` naming the field */
export function readClaim(text: string, { start, end }: Pick<CorrectionInput, 'start' | 'end'>): string {
  const claim = sliceExactly(text, start, end)
  if (claim === undefined) throw createInvalidRequest('end', 'with start it is no window of the text')
  if (Array.from(claim).length > claimCodePointsMax)
    throw createInvalidRequest('end', `more than ${claimCodePointsMax} characters`)
  if (isBlank(claim)) throw createInvalidRequest('end', 'the window holds nothing that is seen')
  return claim
}

/** The correction that a request makes, as it is stored. */
export function newCorrection(
  { requestId, loreRevision, start, end, correction }: CorrectionInput,
  { artistId, id, claim }: { artistId: string; id: string; claim: string },
): NewCorrection {
  const correctionKind = correction === null ? 'dropped' : 'replaced'
  const statement = { claim, correction, correctionKind, previous: null }
  return {
    id,
    claim,
    correction,
    correction_kind: correctionKind,
    revision: computeCorrectionRevision({ artistId, correctionId: id, ...statement }),
    request_id: requestId.toLowerCase(),
    lore_revision: loreRevision,
    claim_start: start,
    claim_end: end,
  }
}

/** @throws Problem when the caller knows another revision */
export function requireRevision(correction: Pick<SavedCorrectionRow, 'revision'>, revision: Revision): void {
  if (correction.revision !== revision) throw new Problem('revision_changed')
}
