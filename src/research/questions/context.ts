import type { ClaimedJob } from '#src/queue/claim.ts'
import type { SliceOutcome } from '#src/queue/slice.ts'
import * as progress from '#src/queue/status-messages.ts'
import {
  applyTransition,
  type CheckpointedProgress,
  completeJob,
  continueJob,
  snoozeJob,
} from '#src/queue/transitions.ts'
import type { ResearchContext } from '../slice.ts'
import type { QuestionCheckpoint } from './checkpoint.ts'
import { addOmission, type Omission } from './findings.ts'
import type { QuestionRequest } from './request.ts'
import { type StoredSearchResult, searchStored } from './search-stored.ts'

/** One slice of a question: the job, what was asked, and how far it has come. */
export type QuestionContext = {
  job: ClaimedJob
  tools: ResearchContext
  request: QuestionRequest
  plan: QuestionCheckpoint
}

/** A work that lacks more than before. */
export const withOmission = (work: QuestionContext, omission: Omission): QuestionContext => ({
  ...work,
  plan: { ...work.plan, outside: addOmission(work.plan.outside, omission) },
})

/** Looks through everything stored and puts what was found, and what was left out, in the place of the look before. */
export async function refreshFindings(
  work: QuestionContext,
): Promise<{ work: QuestionContext; look: StoredSearchResult }> {
  const { job, tools, request, plan } = work
  const look = await searchStored(tools.db, job.artist_id, request)
  const findings = { ...plan.findings, windows: look.windows, omissions: look.omissions }
  return { work: { ...work, plan: { ...plan, findings } }, look }
}

/**
 * Where the next slice goes on: one step further, or on the same one; `left` steps follow, null while nobody knows how
 * many.
 */
export const toQuestionProgress = (
  { job }: QuestionContext,
  plan: QuestionCheckpoint,
  { step = 1, left }: { step?: 0 | 1; left: number | null },
): CheckpointedProgress => ({
  cursor: job.cursor + step,
  total: left === null ? null : job.cursor + step + left,
  checkpoint: plan,
})

export async function continueWith(
  work: QuestionContext,
  plan: QuestionCheckpoint,
  left: number | null,
  words: string,
): Promise<SliceOutcome> {
  const ending = await applyTransition(continueJob(work.tools.db, work.job, toQuestionProgress(work, plan, { left })))
  return { ending, progress: words }
}

/** Comes back to the same step after `ms` milliseconds, when something outside may have moved. */
export async function snooze(
  work: QuestionContext,
  plan: QuestionCheckpoint,
  ms: number,
  words: string,
): Promise<SliceOutcome> {
  const place = toQuestionProgress(work, plan, { step: 0, left: null })
  return { ending: await applyTransition(snoozeJob(work.tools.db, work.job, place, ms)), progress: words }
}

/** The slice is not its own any more, and has written nothing. */
export const leaseLostOutcome: SliceOutcome = { ending: 'lease_lost', progress: progress.leaseLost }

/** Ends the question with what was found last. */
export async function finishQuestion({ job, tools, plan }: QuestionContext, words?: string): Promise<SliceOutcome> {
  const { findings, outside } = plan
  const result = { ...findings, omissions: { ...findings.omissions, ...outside } }
  const isUnprovided = outside.noSearch !== undefined || outside.noCollection !== undefined
  const ended = completeJob(tools.db, job, {
    steps: job.cursor + 1,
    result,
    ...(isUnprovided && { errorCategory: 'not_configured' as const }),
  })
  return { ending: await applyTransition(ended), progress: words ?? progress.questionEnded(findings.windows.length) }
}
