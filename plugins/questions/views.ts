import type { EvidenceCaller } from '#src/auth/caller.ts'
import type { QuestionResearch, QuestionResearchStage } from '#src/contract/types.gen.ts'
import { viewInstant } from '#src/database/instants.ts'
import { viewEvidencePassage } from '#src/evidence/references/passage.ts'
import { listLimitations } from '#src/research/questions/omissions.ts'
import type { FoundPassageRow, QuestionRow } from './queries.ts'

/** References that one response shows at most. */
const referencesMax = 6

/**
 * The research as this caller may see it: the best passages that are still valid. The key sees approved material alone
 * (interface, section 5); what was withdrawn is not shown.
 */
export function viewQuestionResearch(
  question: QuestionRow,
  passages: readonly FoundPassageRow[],
  caller: EvidenceCaller['kind'],
): QuestionResearch {
  const { findings } = question
  const isApprovedOnly = caller === 'research_key'
  const valid = passages.filter(({ status }) => status === 'approved' || status === 'pending')
  const visible = valid.filter(({ status }) => status === 'approved' || !isApprovedOnly)
  const references = visible.slice(0, referencesMax)
  const stage = viewStage(question, references.length)
  const isRetried = question.error_category !== null && question.ended_seconds_ago === null
  return {
    status: 'ok',
    jobId: question.id,
    stage,
    message: isRetried ? 'A step failed; it will be tried again.' : stageMessages[stage](references.length),
    updatedAt: viewInstant(question.moved_at),
    references: references.map((row) => viewEvidencePassage(row, row.revision, row)),
    limitations: [
      ...listLimitations({ ...findings.omissions, changed: findings.windows.length - valid.length }),
      ...(isApprovedOnly ? ['Only approved evidence is shown.'] : []),
    ],
    provider: findings.provider,
  }
}

/** A finished research without a passage that this caller may see is unresolved. */
function viewStage({ state, stage }: QuestionRow, references: number): QuestionResearchStage {
  if (state === 'done') return references > 0 ? 'complete' : 'unresolved'
  if (state === 'failed' || state === 'cancelled') return state
  return stage ?? 'checking_saved'
}

const stageMessages: Record<QuestionResearchStage, (references: number) => string> = {
  checking_saved: () => 'Looking through what is already known.',
  searching: () => 'Searching the web.',
  reading: () => 'Reading what was found.',
  transcribing: () => 'Waiting for what is said in the posts.',
  waiting_provider: () => 'Waiting for an outside system.',
  complete: (references) => (references === 1 ? 'Found one passage.' : `Found ${references} passages.`),
  unresolved: () => 'Nothing was found that answers this.',
  failed: () => 'The research failed and was given up.',
  cancelled: () => 'The research was cancelled.',
}
