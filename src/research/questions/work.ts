import type { ClaimedJob } from '#src/queue/claim.ts'
import type { CheckpointedProgress, JobDecision } from '#src/queue/transitions.ts'
import { formatCount } from '#src/text/format-count.ts'
import type { ResearchContext } from '../slice.ts'
import type { LiveStage, NextStep, QuestionCheckpoint } from './checkpoint.ts'
import type { Omission } from './omissions.ts'
import type { QuestionRequest } from './request.ts'
import { type StoredSearchResult, searchStored } from './search-stored.ts'

/** One slice of a question: the job, the request, and the progress, which the slice changes before it is saved. */
export type QuestionWork = {
  job: ClaimedJob
  context: ResearchContext
  request: QuestionRequest
  plan: QuestionCheckpoint
}

/** How long a question waits for anything external, in milliseconds: a person waits for the answer. */
export const waitMaxMs = 20 * 60_000

/** Counts one omission more. */
export function omit({ plan: { outside } }: QuestionWork, omission: Omission): void {
  outside[omission] = (outside[omission] ?? 0) + 1
}

/** Searches the stored texts and replaces the findings of the search before. */
export async function refreshFindings({ job, context, request, plan }: QuestionWork): Promise<StoredSearchResult> {
  const search = await searchStored(context.db, job.artist_id, request)
  const { windows, omissions } = search
  plan.findings = { ...plan.findings, windows, omissions }
  return search
}

/** At the same step, which is repeated when the external state may have changed. */
export const stayAt = ({ job, plan }: QuestionWork): CheckpointedProgress => ({
  ...{ cursor: job.cursor, total: null, checkpoint: plan },
})

/** To another step; `stepsLeft` after this slice, where their number is known. */
export function goTo(work: QuestionWork, stage: LiveStage, step: NextStep, stepsLeft?: number): CheckpointedProgress {
  const cursor = work.job.cursor + 1
  Object.assign(work.plan, { stage, step })
  return { cursor, total: stepsLeft === undefined ? null : cursor + stepsLeft, checkpoint: work.plan }
}

/** Completes the question with the last findings. */
export function finishQuestion(
  { plan: { findings, outside } }: QuestionWork,
  progress = `Ended with ${formatCount(findings.windows.length, 'passage')}`,
): JobDecision {
  const result = { ...findings, omissions: { ...findings.omissions, ...outside } }
  const isUnprovided = outside.noSearch !== undefined || outside.noCollection !== undefined
  const errorCategory = isUnprovided ? { errorCategory: 'not_configured' as const } : {}
  return { done: { result, ...errorCategory }, progress }
}

/** Completes the question without something from outside. */
export function finishWithout(work: QuestionWork, omission: Omission): JobDecision {
  omit(work, omission)
  return finishQuestion(work)
}
