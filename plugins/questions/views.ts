import type { QuestionResearch, QuestionResearchStage } from '#src/contract/types.gen.ts'
import type { EvidenceCaller } from '#src/evidence/references/authorized-reader.ts'
import { viewEvidencePassage } from '#src/evidence/references/passage.ts'
import { listLimitations } from './limitations.ts'
import type { QuestionResearchRow } from './queries.ts'
import { listShowableStatuses, referencesMax } from './rules.ts'

/** The research as this caller may see it: the best passages that are still valid and visible to the caller. */
export function viewQuestionResearch(question: QuestionResearchRow, caller: EvidenceCaller['kind']): QuestionResearch {
  const { id, moved_at: movedAt, findings, passages } = question
  const visibleStatuses = listShowableStatuses(caller)
  const references = passages.filter(({ status }) => visibleStatuses.includes(status)).slice(0, referencesMax)
  const stage = viewStage(question, references.length)
  const citable = passages.filter(({ status }) => status === 'approved' || status === 'pending').length
  return {
    status: 'ok',
    jobId: id,
    stage,
    message:
      question.error_category !== null && question.ended_seconds_ago === null
        ? retryMessage
        : stageMessages[stage](references.length),
    updatedAt: movedAt.toISOString(),
    references: references.map((row) => viewEvidencePassage(row, row.revision, row)),
    limitations: listLimitations(findings.omissions, {
      changed: findings.windows.length - citable,
      approvedOnly: caller === 'research_key',
    }),
    provider: findings.provider,
  }
}

/** A finished research without a passage that this caller may see is unresolved. */
function viewStage({ state, stage }: QuestionResearchRow, references: number): QuestionResearchStage {
  switch (state) {
    case 'done':
      return references > 0 ? 'complete' : 'unresolved'
    case 'failed':
    case 'cancelled':
      return state
    default:
      return stage ?? 'checking_saved'
  }
}

const retryMessage = 'A step failed; it will be tried again.'

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
