import type { ClaimedJob } from '#src/queue/claim.ts'
import * as messages from '#src/queue/status-messages.ts'
import type { CheckpointedProgress } from '#src/queue/transitions.ts'
import type { ResearchContext } from '../slice.ts'
import type { JobDecision } from '../step.ts'
import { addOmission, type Omission, type QuestionCheckpoint } from './checkpoint.ts'
import type { QuestionRequest } from './request.ts'
import { type StoredSearchResult, searchStored } from './search-stored.ts'

/** One slice of a question: the job, the request, and the progress. */
export type QuestionWork = {
  job: ClaimedJob
  context: ResearchContext
  request: QuestionRequest
  plan: QuestionCheckpoint
}

/** The plan with more omissions than before. */
export const withOmission = (work: QuestionWork, omission: Omission): QuestionWork => ({
  ...work,
  plan: { ...work.plan, outside: addOmission(work.plan.outside, omission) },
})

/** Searches the stored texts and replaces the findings and omissions of the search before. */
export async function refreshFindings(work: QuestionWork): Promise<{ work: QuestionWork; search: StoredSearchResult }> {
  const { job, context, request, plan } = work
  const search = await searchStored(context.db, job.artist_id, request)
  const findings = { ...plan.findings, windows: search.windows, omissions: search.omissions }
  return { work: { ...work, plan: { ...plan, findings } }, search }
}

/** One step further; the number of steps is known while pages are read. */
export const continueWith = (
  { job }: QuestionWork,
  plan: QuestionCheckpoint,
  progress: string,
  pagesLeft: number | null = null,
): JobDecision => ({
  next: { cursor: job.cursor + 1, total: pagesLeft === null ? null : job.cursor + 1 + pagesLeft, checkpoint: plan },
  progress,
})

/** At the same step, which is repeated when the external state may have changed. */
export const stayAt = ({ job }: QuestionWork, plan: QuestionCheckpoint): CheckpointedProgress => ({
  cursor: job.cursor,
  total: null,
  checkpoint: plan,
})

/** Completes the question with the last findings. */
export function finishQuestion({ job, plan }: QuestionWork, words?: string): JobDecision {
  const { findings, outside } = plan
  const result = { ...findings, omissions: { ...findings.omissions, ...outside } }
  const isUnprovided = outside.noSearch !== undefined || outside.noCollection !== undefined
  const errorCategory = isUnprovided ? { errorCategory: 'not_configured' as const } : {}
  return {
    done: { steps: job.cursor + 1, result, ...errorCategory },
    progress: words ?? messages.formatQuestionEnded(findings.windows.length),
  }
}

/** Completes the question with what is stored. */
export const finishWithStored = async (work: QuestionWork): Promise<JobDecision> =>
  finishQuestion((await refreshFindings(work)).work)

/**
 * Slices that prepare stored texts for search before a question goes on without the rest: half a million characters.
 */
export const roundsMax = 5

/** Pages that one question reads: later results hardly ever answer, and a claimant has to review each page. */
export const pagesMax = 5

/** Results requested: of the first ten, half may be known or rejected. */
export const resultsMax = 10

/** Milliseconds between two checks of other jobs that a question waits for. */
export const jobPollMs = 3_000

/** How long a question waits for anything external, in milliseconds: a person waits for the answer. */
export const waitMaxMs = 20 * 60_000

/** Milliseconds for which collected posts count as recent: a collection is not repeated within the same half hour. */
export const recentMs = 30 * 60_000
