import type { ClaimedJob } from '#src/queue/claim.ts'
import type { SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
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

/** Where the next slice continues: one step further, or at the same one. `pagesLeft` is null while it is unknown. */
export const toQuestionProgress = (
  { job }: QuestionWork,
  plan: QuestionCheckpoint,
  { step = 1, pagesLeft }: { step?: 0 | 1; pagesLeft: number | null },
): CheckpointedProgress => ({
  cursor: job.cursor + step,
  total: pagesLeft === null ? null : job.cursor + step + pagesLeft,
  checkpoint: plan,
})

export async function continueWith(
  work: QuestionWork,
  plan: QuestionCheckpoint,
  pagesLeft: number | null,
  words: string,
): Promise<SliceOutcome> {
  const ending = await applyTransition(
    continueJob(work.context.db, work.job, toQuestionProgress(work, plan, { pagesLeft })),
  )
  return { ending, progress: words }
}

/** Repeats the same step after `ms` milliseconds, when the external state may have changed. */
export async function snooze(
  work: QuestionWork,
  plan: QuestionCheckpoint,
  ms: number,
  words: string,
): Promise<SliceOutcome> {
  const checkpointed = toQuestionProgress(work, plan, { step: 0, pagesLeft: null })
  return { ending: await applyTransition(snoozeJob(work.context.db, work.job, checkpointed, ms)), progress: words }
}

/** Completes the question with the last findings. */
export async function finishQuestion({ job, context, plan }: QuestionWork, words?: string): Promise<SliceOutcome> {
  const { findings, outside } = plan
  const result = { ...findings, omissions: { ...findings.omissions, ...outside } }
  const isUnprovided = outside.noSearch !== undefined || outside.noCollection !== undefined
  const ended = completeJob(context.db, job, {
    steps: job.cursor + 1,
    result,
    ...(isUnprovided && { errorCategory: 'not_configured' as const }),
  })
  return {
    ending: await applyTransition(ended),
    progress: words ?? messages.formatQuestionEnded(findings.windows.length),
  }
}
