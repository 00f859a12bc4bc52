import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { BoundaryInput } from '#src/contract/types.gen.ts'
import { computeBoundaryRevision, type Revision } from '#src/text/revisions.ts'

/** The sittings an artist has: the greatest number of all (0 before the first) and that of the one under way. */
export type Sittings = { latestSitting: number; activeSitting: number | null }

/**
 * Whether a memory may be read for a sitting: the latest known, or the one that comes next (operations, section 5). The
 * sitting under way is one too when an import brought answers of a later number, or no question could be offered in it
 * any more.
 */
export const mayRead = (sitting: number, { latestSitting, activeSitting }: Sittings): boolean =>
  sitting === latestSitting || sitting === latestSitting + 1 || sitting === activeSitting

/**
 * The most boundaries that hold at a time (operations, section 5): memory stays readable and a page of five ends soon.
 */
const activeMax = 50

/** Whether a request that saved a boundary before asks for that same one. */
export const isSameBoundary = (
  saved: { question_key: string; wording: string; scope: string },
  requested: BoundaryInput,
): boolean =>
  saved.question_key === requested.questionKey && saved.wording === requested.wording && saved.scope === requested.scope

/** The boundary that a request draws on a question, as it is stored. */
export function newBoundary(
  { requestId, wording, scope }: BoundaryInput,
  {
    artistId,
    id,
    question: requested,
    sitting,
  }: { artistId: string; id: string; question: AskedQuestion; sitting: number },
) {
  const { question_key, question } = requested
  const content = { wording, scope, sitting, question }
  const revision = computeBoundaryRevision({ ...content, artistId, boundaryId: id, questionKey: question_key })
  return { id, request_id: requestId, entry_id: requested.id, question_key, ...content, revision }
}

/**
 * The question of a boundary that is about no question: it is known before the first one is asked. It is saved with
 * the first such boundary, as asked and passed over.
 */
export const generalQuestion = {
  question_key: 'general',
  question: 'Is there something that we should not ask you about?',
  sitting: null,
  source: 'onboarding',
  citations: [],
} as const

type AskedQuestion = { id: string; question_key: string; question: string }

/** Why a new boundary cannot be saved beside those that hold. */
export const refusalToSave = (activeCount: number): ProblemCode | undefined =>
  activeCount < activeMax ? undefined : 'limit_exceeded'

/** Why a boundary cannot be retracted; a repeated retraction is checked the same way. */
export const refusalToRetract = (boundary: { revision: string }, revision: Revision): ProblemCode | undefined =>
  boundary.revision === revision ? undefined : 'revision_changed'
