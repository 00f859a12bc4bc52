import type { ClaimedJob } from '#src/queue/claim.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import { formatCount } from '#src/text/format-count.ts'
import type { ResearchContext } from '../slice.ts'
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

/** The work with changes of its plan. */
export const withPlan = (work: QuestionWork, changes: Partial<QuestionCheckpoint>): QuestionWork => ({
  ...work,
  plan: { ...work.plan, ...changes },
})

export const withFindings = (work: QuestionWork, changes: Partial<QuestionCheckpoint['findings']>): QuestionWork =>
  withPlan(work, { findings: { ...work.plan.findings, ...changes } })

/** The work with one more omission than before. */
export const withOmission = (work: QuestionWork, omission: Omission): QuestionWork =>
  withPlan(work, { outside: addOmission(work.plan.outside, omission) })

/** Searches the stored texts and replaces the findings and omissions of the search before. */
export async function refreshFindings(work: QuestionWork): Promise<{ work: QuestionWork; search: StoredSearchResult }> {
  const search = await searchStored(work.context.db, work.job.artist_id, work.request)
  return { work: withFindings(work, { windows: search.windows, omissions: search.omissions }), search }
}

/** At the same step, which is repeated when the external state may have changed. */
export const stayAt = ({ job, plan }: QuestionWork) => ({ cursor: job.cursor, total: null, checkpoint: plan })

/** One step further. */
export const stepTo = (work: QuestionWork) => ({ ...stayAt(work), cursor: work.job.cursor + 1 })

/** Completes the question with the last findings. */
export function finishQuestion({ job, plan }: QuestionWork, words?: string): JobDecision {
  const { findings, outside } = plan
  const result = { ...findings, omissions: { ...findings.omissions, ...outside } }
  const isUnprovided = outside.noSearch !== undefined || outside.noCollection !== undefined
  const errorCategory = isUnprovided ? { errorCategory: 'not_configured' as const } : {}
  return {
    done: { steps: job.cursor + 1, result, ...errorCategory },
    progress: words ?? `Ended with ${formatCount(findings.windows.length, 'passage')}`,
  }
}

/** Completes the question with what is stored. */
export const finishWithStored = async (work: QuestionWork): Promise<JobDecision> =>
  finishQuestion((await refreshFindings(work)).work)

/** How long a question waits for anything external, in milliseconds: a person waits for the answer. */
export const waitMaxMs = 20 * 60_000
