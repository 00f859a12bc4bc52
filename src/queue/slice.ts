import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#src/database/database.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import type { ClaimedJob } from './claim.ts'
import type { ClaimOptions, JobQueue } from './job-queue.ts'
import type { ErrorCategory, JobKind } from './kinds.ts'
import { attemptsMax, sliceMs } from './limits.ts'
import { runWithDeadline, type Uninterrupted } from './run-with-deadline.ts'
import * as messages from './status-messages.ts'
import { applyTransition, failJob, mayWait, releaseJob, type SliceEnding } from './transitions.ts'

/** What the queue itself needs to run a slice. */
export type SliceDependencies = {
  db: Database
  queue: Pick<JobQueue, 'claim'>
  newId: () => string
  stopping: AbortSignal
  observer?: SliceObserver
}

/**
 * What a slice may touch. It stops when the signal is aborted: its time is over, or the service stops. What a stop must
 * not tear apart, such as the start of an external run and the record of it, runs in `runUninterrupted`.
 */
export type SliceContext = SliceDependencies & {
  signal: AbortSignal
  runUninterrupted: Uninterrupted
  /** Logs the error of one external item that the slice skips. */
  logItemFailure: (error: unknown) => void
}

/** How a slice ended by a transition of ./transitions.ts, or its failure when it never came to one. */
export type SliceOutcome = { ending: SliceEnding; progress: string } | { failed: ErrorCategory }

/** The outcome of a slice whose lease was lost: it has written nothing, whatever its work would have reported. */
export const leaseLostOutcome = { ending: 'lease_lost', progress: messages.leaseLost } as const satisfies SliceOutcome

/** One slice of a job: works outside any transaction, then saves its results together with a transition. */
export type Slice<Context extends SliceContext = SliceContext> = (
  job: ClaimedJob,
  context: Context,
) => Promise<SliceOutcome>

export type Slices<Context extends SliceContext = SliceContext> = Readonly<Record<JobKind, Slice<Context>>>

type Added = Omit<SliceContext, keyof SliceDependencies>

export type SliceLog = Pick<FastifyBaseLogger, 'error' | 'warn'> & Partial<Pick<FastifyBaseLogger, 'info'>>

/** `retries`: failed, to be retried. `released`: given back untouched because the service stops. */
export type SliceRun = { job: ClaimedJob; ending: SliceEnding | 'retries' | 'released'; progress: string }

/** Observes every claim and its outcome, except when an outage interrupts the slice: then its lease runs out. */
export type SliceObserver = { observeClaim: (job: ClaimedJob) => void; observeEnd: (run: SliceRun) => void }

export type SliceOptions = Omit<ClaimOptions, 'leaseToken'> & {
  /** Milliseconds for the slice's work; well within the lease. */
  sliceMs?: number
}

/**
 * Runs one slice of the first due job; undefined when none is due.
 * @throws Problem `persistence_unavailable` when the database is down, also in the middle of a slice: an outage is
 * neither an empty queue nor a failure of the job, whose lease then runs out.
 */
export async function runSlice<Given extends SliceDependencies>(
  resources: Given,
  slices: Slices<Given & Added>,
  log: SliceLog,
  options: SliceOptions = {},
): Promise<SliceRun | undefined> {
  const { queue, newId, observer } = resources
  const job = await queue.claim({ ...options, leaseToken: newId() })
  if (job === undefined) return undefined
  observer?.observeClaim(job)
  const run = await runClaimed(resources, slices, log, job, options.sliceMs)
  observer?.observeEnd(run)
  log.info?.({ ...logFields(job), attempt: job.attempts, ending: run.ending }, 'a slice ended')
  return run
}

async function runClaimed<Given extends SliceDependencies>(
  resources: Given,
  slices: Slices<Given & Added>,
  log: SliceLog,
  job: ClaimedJob,
  ms = sliceMs,
): Promise<SliceRun> {
  const { stopping } = resources
  // The last claims ended without a report: the work itself seems to crash the process.
  if (job.attempts > attemptsMax) return await recordFailure(resources, job, 'internal')
  const logItemFailure = (err: unknown) => log.error({ ...logFields(job), err }, 'an item from outside failed')
  const outcome = await runWithDeadline(ms, stopping, (signal, runUninterrupted) =>
    slices[job.kind](job, { ...resources, signal, runUninterrupted, logItemFailure }),
  )
  if (outcome === 'stopped') return await releaseUnfinished(resources, job)
  if (outcome === 'late') return await recordFailure(resources, job, 'timed_out')
  if ('error' in outcome) {
    if (toDatabaseProblem(outcome.error)?.code === 'persistence_unavailable') throw outcome.error
    log.error({ ...logFields(job), err: outcome.error }, 'a slice failed')
    return await recordFailure(resources, job, 'internal')
  }
  const { result } = outcome
  if ('failed' in result) return await recordFailure(resources, job, result.failed)
  if (result.ending === 'lease_lost') {
    log.warn(logFields(job), 'a slice was over after its lease and wrote nothing')
    return { job, ...leaseLostOutcome }
  }
  if (result.ending === 'failed' && !mayWait(job)) return { job, ending: 'failed', progress: messages.waitedTooLong }
  return { job, ...result }
}

/** Whether the slice did its work: not interrupted, not failed, and its lease was valid when it saved. */
export const hasRun = ({ ending }: SliceRun) => ending === 'continues' || ending === 'waits' || ending === 'done'

/**
 * If the lease is already lost, mostly because the slice has just been saved, nothing is released. Either way the
 * caller may run another slice.
 */
async function releaseUnfinished({ db }: SliceDependencies, job: ClaimedJob): Promise<SliceRun> {
  await applyTransition(releaseJob(db, job))
  return { job, ending: 'released', progress: messages.released }
}

async function recordFailure({ db }: SliceDependencies, job: ClaimedJob, category: ErrorCategory): Promise<SliceRun> {
  const ending = await applyTransition(failJob(db, job, category))
  if (ending === 'lease_lost') return { job, ...leaseLostOutcome }
  if (ending === 'failed') return { job, ending, progress: messages.failedForGood }
  return { job, ending: 'retries', progress: messages.failedForNow }
}

const logFields = ({ id, kind, artist_id }: ClaimedJob) => ({ jobId: id, kind, artistId: artist_id })
