import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import type { ClaimedJob } from './claim.ts'
import type { ClaimOptions, JobQueue } from './job-queue.ts'
import type { JobKind } from './kinds.ts'
import { changeUnderLease, LeaseLostError } from './lease.ts'
import { attemptsMax, sliceMs } from './limits.ts'
import { runWithDeadline } from './run-with-deadline.ts'
import { applyDecision, type JobDecision, releaseJob } from './transitions.ts'

/** What the queue itself needs to run a slice. */
type SliceDependencies = {
  db: Database
  queue: Pick<JobQueue, 'claim'>
  newId: () => string
  stopping: AbortSignal
  observer?: SliceObserver
}

/** What a slice may touch. It stops when the signal is aborted: its time is over, or the service stops. */
export type SliceContext = SliceDependencies & {
  signal: AbortSignal
  /** Logs the error of one external item that the slice skips. */
  logItemFailure: (error: unknown) => void
}

type Added = Omit<SliceContext, keyof SliceDependencies>

/** What a slice leaves to be written. */
export type SliceResult =
  | JobDecision
  /** Saves results in the transaction that writes what it decides. */
  | { save: (change: AuditTrail) => Promise<JobDecision> }
  /** Decides after work that a stop of the service waits for: the start of an external run has to be recorded. */
  | { uninterrupted: () => Promise<JobDecision> }

/** The work of one slice of a job, outside any transaction. */
export type Slice<Context extends SliceContext = SliceContext> = (
  job: ClaimedJob,
  context: Context,
) => Promise<SliceResult>

export type Slices<Context extends SliceContext = SliceContext> = Readonly<Record<JobKind, Slice<Context>>>

type SliceLog = Pick<FastifyBaseLogger, 'error' | 'warn'> & Partial<Pick<FastifyBaseLogger, 'info'>>

/**
 * How a slice ended. `retries`: failed, to be retried. `released`: given back untouched because the service stops.
 * `lease_lost`: it has written nothing.
 */
export type SliceRun = {
  job: ClaimedJob
  ending: 'continues' | 'waits' | 'done' | 'failed' | 'retries' | 'released' | 'lease_lost'
  progress: string
}

/** Observes every claim and its outcome, except when an outage interrupts the slice: then its lease runs out. */
export type SliceObserver = { observeClaim: (job: ClaimedJob) => void; observeEnd: (run: SliceRun) => void }

export type SliceOptions = Omit<ClaimOptions, 'leaseToken'> & {
  /** Milliseconds for the slice's work; well within the lease. */
  sliceMs?: number
}

/**
 * Runs one slice of the first due job, and writes what it leaves; undefined when none is due.
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
  const run = await runClaimed(resources, slices, log, job, options.sliceMs).catch((error: unknown): SliceRun => {
    if (!(error instanceof LeaseLostError)) throw error
    log.warn(logFields(job), 'a slice was over after its lease and wrote nothing')
    return { job, ending: 'lease_lost', progress: 'The slice took too long and another one has taken its place' }
  })
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
  const { db, stopping } = resources
  // The last claims ended without a report: the work itself seems to crash the process.
  if (job.attempts > attemptsMax) return await write(db, job, { failed: 'internal' })
  const logItemFailure = (err: unknown) => log.error({ ...logFields(job), err }, 'an item from outside failed')
  const outcome = await runWithDeadline(ms, stopping, (signal) =>
    slices[job.kind](job, { ...resources, signal, logItemFailure }),
  )
  if (outcome === 'stopped') return await release(db, job)
  if (outcome === 'late') return await write(db, job, { failed: 'timed_out' })
  try {
    if ('error' in outcome) throw outcome.error
    return await writeResult(db, job, outcome.result)
  } catch (error) {
    if (error instanceof LeaseLostError || toDatabaseProblem(error)?.code === 'persistence_unavailable') throw error
    log.error({ ...logFields(job), err: error }, 'a slice failed')
    return await write(db, job, { failed: 'internal' })
  }
}

/** Neither its deadline nor a stop of the service interrupts this: the second half of the lease is for it. */
async function writeResult(db: Database, job: ClaimedJob, result: SliceResult): Promise<SliceRun> {
  if ('save' in result) {
    return await changeUnderLease(db, job, async (change) => await write(change.trx, job, await result.save(change)))
  }
  return await write(db, job, 'uninterrupted' in result ? await result.uninterrupted() : result)
}

/** Whether the slice did its work: not interrupted, not failed, and its lease was valid when it saved. */
export const hasRun = ({ ending }: SliceRun) => ending === 'continues' || ending === 'waits' || ending === 'done'

async function write(db: Kysely<DB>, job: ClaimedJob, decision: JobDecision): Promise<SliceRun> {
  const ending = endings[await applyDecision(db, job, decision)]
  if (!('failed' in decision)) return { job, ending, progress: ending === 'failed' ? waitedTooLong : decision.progress }
  if (ending !== 'failed') return { job, ending: 'retries', progress: failedForNow }
  return { job, ending, progress: decision.progress ?? failedForGood }
}

const endings = { pending: 'continues', waiting: 'waits', done: 'done', failed: 'failed' } as const

/** The lease may be lost already, mostly because the slice was saved just now; another slice may run in either case. */
async function release(db: Database, job: ClaimedJob): Promise<SliceRun> {
  await releaseJob(db, job).catch((error: unknown) => {
    if (!(error instanceof LeaseLostError)) throw error
  })
  return { job, ending: 'released', progress: 'The service stops; the job was given back' }
}

const failedForNow = 'The slice failed and will be tried again after a pause'
export const waitedTooLong = 'The job has waited too long for something outside and was given up'
const failedForGood = 'The job failed too often and was given up'

const logFields = ({ id, kind, artist_id }: ClaimedJob) => ({ jobId: id, kind, artistId: artist_id })
