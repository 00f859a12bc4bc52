import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import type { CorrectionInput } from '#src/contract/types.gen.ts'
import { sliceExactly } from '#src/text/windows.ts'
import { isBlank } from '#src/text/words.ts'

/** Code points of a claim (migration 0040). */
const claimCodePointsMax = 4_000

/** The passage of the Lore that a request names. @throws Problem `invalid_request` naming the field */
export function readClaim(text: string, { start, end }: Pick<CorrectionInput, 'start' | 'end'>): string {
  const claim = sliceExactly(text, start, end)
  if (claim === undefined) throw createInvalidRequest('end', 'with start it is no window of the text')
  if (Array.from(claim).length > claimCodePointsMax)
    throw createInvalidRequest('end', `more than ${claimCodePointsMax} characters`)
  if (isBlank(claim)) throw createInvalidRequest('end', 'the window holds nothing that is seen')
  return claim
}
