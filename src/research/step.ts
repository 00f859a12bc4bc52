import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { attemptsMax } from '#src/queue/limits.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import {
  applyTransition,
  type CheckpointedProgress,
  type CompletedResult,
  completeJob,
  continueJob,
  failJob,
  mayWait,
  snoozeJob,
} from '#src/queue/transitions.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { processItem } from './external-item.ts'
import type { ProviderFailure } from './providers/call.ts'
import { type ResearchContext, type ResearchSlice, saveSlice } from './slice.ts'

/** What becomes of a job after a slice; the runner writes it. */
export type JobDecision =
  /** There is more to do, after a pause where there is one (milliseconds). */
  | { next: CheckpointedProgress; pauseMs?: number; progress: string }
  | { done: CompletedResult; progress: string }
  /** Tried again while the job has attempts left; given up at once where `progress` says so. */
  | { failed: ErrorCategory; progress?: string }
  | 'lease_lost'

/** What a slice leaves to be written: a decision, or one that is made in the transaction that saves its results. */
export type Step =
  | JobDecision
  | {
      save: (change: OpenChange) => Promise<JobDecision>
      /** What is written instead where an external item is such that it cannot be saved. */
      otherwise?: () => Step | Promise<Step>
    }

/** The work of one slice, outside any transaction. */
export type ResearchStep = (job: ClaimedJob, context: ResearchContext) => Promise<Step>

/**
 * The slice that runs a step and writes what it leaves.
 * @param mustEnd whether a stop of the service waits for the step of this job and what it leaves
 */
export const runStep =
  (step: ResearchStep, mustEnd: (job: ClaimedJob) => boolean = () => false): ResearchSlice =>
  async (job, context) => {
    const run = async () => await writeStep(job, context, await step(job, context))
    return mustEnd(job) ? await context.runUninterrupted(run) : await run()
  }

async function writeStep(job: ClaimedJob, context: ResearchContext, step: Step): Promise<SliceOutcome> {
  if (step === 'lease_lost' || !('save' in step)) return await writeDecision(context.db, job, step)
  const { save, otherwise } = step
  const saveAll = () =>
    saveSlice<SliceOutcome>(context.db, job, leaseLostOutcome, async (change) =>
      writeDecision(change.trx, job, await save(change)),
    )
  if (otherwise === undefined) return await saveAll()
  return await processItem(context, saveAll, async () => await writeStep(job, context, await otherwise()))
}

async function writeDecision(db: Kysely<DB>, job: ClaimedJob, decision: JobDecision): Promise<SliceOutcome> {
  if (decision === 'lease_lost') return leaseLostOutcome
  if ('failed' in decision) {
    const { failed, progress } = decision
    if (progress === undefined) return { failed }
    return { ending: await applyTransition(failJob(db, job, failed, { forGood: true })), progress }
  }
  const { progress } = decision
  if ('done' in decision) return { ending: await applyTransition(completeJob(db, job, decision.done)), progress }
  const { next, pauseMs } = decision
  const transition = pauseMs === undefined ? continueJob(db, job, next) : snoozeJob(db, job, next, pauseMs)
  return { ending: await applyTransition(transition), progress }
}

/** The end of a job whose kind has no configured provider. */
export const endUnconfigured = ({ kind }: ClaimedJob): JobDecision => ({
  done: { steps: 0, errorCategory: 'not_configured' },
  progress: messages.notProvided[kind],
})

/** Milliseconds until a provider that asked for a pause is called again. */
const pauseMs = { min: 1_000, default: 60_000 }

/**
 * What becomes of a job after a provider's failure. It waits where the provider asks for a pause, as long as its kind
 * may; after a refusal, and where nothing is left to try, it goes on without; anything else is tried again.
 * @param stay the progress of the job while it waits
 * @param goOn what is decided without an answer of the provider
 * @param waitMaxMs milliseconds that the job may wait in all, where less than its kind may
 */
export function decideAfterFailure(
  job: ClaimedJob,
  { failed, retryAfterMs }: ProviderFailure,
  { stay, goOn, waitMaxMs = Number.POSITIVE_INFINITY }: AfterFailure,
): JobDecision {
  if (failed === 'rate_limited') {
    const ms = Math.max(pauseMs.min, retryAfterMs ?? pauseMs.default)
    const isWaiting = mayWait(job) && (job.waited_ms ?? 0) + ms <= waitMaxMs
    return isWaiting ? { next: stay, pauseMs: ms, progress: messages.providerPauses } : goOn(failed)
  }
  return failed === 'provider_refused' || job.attempts >= attemptsMax ? goOn(failed) : { failed }
}

type AfterFailure = {
  stay: CheckpointedProgress
  goOn: (failed: ProviderFailure['failed']) => JobDecision
  waitMaxMs?: number
}
