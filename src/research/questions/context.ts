import type { ClaimedJob } from '#src/queue/claim.ts'
import type { SliceOutcome, SliceTools } from '#src/queue/slice.ts'
import * as progress from '#src/queue/status-messages.ts'
import { completing, continuing, endingOf, type Place, waiting } from '#src/queue/transitions.ts'
import type { Plan } from './checkpoint.ts'
import { type Omission, withMore } from './findings.ts'
import type { QuestionRequest } from './request.ts'
import { type Look, lookThrough } from './search-stored.ts'

/** One slice of a question: the job, what was asked, and how far it has come. */
export type Work = { job: ClaimedJob; tools: SliceTools; request: QuestionRequest; plan: Plan }

/** A work that lacks more than before. */
export const lacking = (work: Work, omission: Omission): Work => ({
  ...work,
  plan: { ...work.plan, outside: withMore(work.plan.outside, omission) },
})

/** Looks through everything stored and puts what was found, and what was left out, in the place of the look before. */
export async function lookNow(work: Work): Promise<{ work: Work; look: Look }> {
  const { job, tools, request, plan } = work
  const look = await lookThrough(tools.db, job.artist_id, request)
  const findings = { ...plan.findings, windows: look.windows, omissions: look.omissions }
  return { work: { ...work, plan: { ...plan, findings } }, look }
}

/** Where the next slice goes on: one step further, or on the same one; `left` steps follow, null while nobody knows how many. */
export const placeOf = (
  { job }: Work,
  plan: Plan,
  { step = 1, left }: { step?: 0 | 1; left: number | null },
): Place => ({
  cursor: job.cursor + step,
  total: left === null ? null : job.cursor + step + left,
  checkpoint: plan,
})

export async function goOn(work: Work, plan: Plan, left: number | null, words: string): Promise<SliceOutcome> {
  const ending = await endingOf(continuing(work.tools.db, work.job, placeOf(work, plan, { left })))
  return { ending, progress: words }
}

/** Comes back to the same step after `ms` milliseconds, when something outside may have moved. */
export async function comeBack(work: Work, plan: Plan, ms: number, words: string): Promise<SliceOutcome> {
  const place = placeOf(work, plan, { step: 0, left: null })
  return { ending: await endingOf(waiting(work.tools.db, work.job, place, ms)), progress: words }
}

/** The slice is not its own any more, and has written nothing. */
export const leaseLost: SliceOutcome = { ending: 'lease_lost', progress: progress.leaseLost }

/** Ends the question with what was found last. */
export async function finish({ job, tools, plan }: Work, words?: string): Promise<SliceOutcome> {
  const { findings, outside } = plan
  const result = { ...findings, omissions: { ...findings.omissions, ...outside } }
  const isUnprovided = outside.noSearch !== undefined || outside.noCollection !== undefined
  const ended = completing(tools.db, job, {
    steps: job.cursor + 1,
    result,
    ...(isUnprovided && { errorCategory: 'not_configured' as const }),
  })
  return { ending: await endingOf(ended), progress: words ?? progress.questionEnded(findings.windows.length) }
}
