import type { BoundaryInput } from '#src/contract/types.gen.ts'
import { computeBoundaryRevision } from '#src/text/revisions.ts'

/** The sittings an artist has: the greatest number of all (0 before the first) and that of the one under way. */
export type Sittings = { latestSitting: number; activeSitting: number | null }

/**
 * Whether a memory may be read for a sitting: the latest known, or the one that comes next (operations, section 5). The
 * sitting under way is one too when an import brought answers of a later number, or no question could be offered in it
 * any more.
 */
export const mayRead = (sitting: number, { latestSitting, activeSitting }: Sittings): boolean =>
  sitting === latestSitting || sitting === latestSitting + 1 || sitting === activeSitting

/** Whether a request that saved a boundary before asks for that same one. */
export const isSameBoundary = (
  saved: { question_key: string; wording: string; scope: string },
  requested: BoundaryInput,
): boolean =>
  saved.question_key === requested.questionKey && saved.wording === requested.wording && saved.scope === requested.scope

type AskedQuestion = { id: string; question_key: string; question: string }

/** The boundary that a request draws on a question, before it is saved. */
export function newBoundary(
  { requestId, wording, scope }: BoundaryInput,
  { id: entryId, question_key, question }: AskedQuestion,
  place: { artistId: string; id: string; sitting: number },
) {
  const { artistId, id, sitting } = place
  const content = { wording, scope, sitting, question }
  const revision = computeBoundaryRevision({ ...content, artistId, boundaryId: id, questionKey: question_key })
  return { artist_id: artistId, id, request_id: requestId, entry_id: entryId, question_key, ...content, revision }
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
