import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { runSlice, type SliceRun } from '#src/queue/slice.ts'
import { pollUntil } from '../support/until.ts'
import { type CrashPoint, createSteppingSlice, type Mark, stepsPerJob, useForEveryKind } from './crash-steps.ts'
import type { TestEnvironment } from './environment.ts'

const script = fileURLToPath(new URL('worker.ts', import.meta.url))

/**
 * Milliseconds. Long enough for a worker to reach its point on a busy machine, short enough to wait for two hundred
 * times.
 */
export const leaseMs = 2_000

export type Worker = {
  process: ChildProcess
  leaseToken: string
  /** Continues it, and returns the outcome of its slice. */
  resume: () => Promise<{ run: string; own: string }>
}

/** A job of an artist of its own, and a real worker that waits at a point of the job's slice. */
export async function startWorkerAtPoint(
  environment: TestEnvironment,
  { point, slice }: { point: CrashPoint; slice: number },
) {
  const artistId = await environment.createArtist()
  const { id } = await enqueueJob(environment.db, {
    artistId,
    id: environment.newId(),
    kind: 'lore_refresh',
  }).executeTakeFirstOrThrow()
  const child = spawn(process.execPath, [script, environment.url, artistId, point, String(slice), String(leaseMs)], {
    // The locks of a stopped worker's transaction are released by the server; sooner here than usual.
    env: { ...process.env, DATABASE_STATEMENT_TIMEOUT_MS: '1000' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  environment.teardown(() => child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value ?? 'null')
  const { leaseToken } = (await next()) as { leaseToken: string }
  const resume = async () => {
    child.stdin.write('go on\n')
    return await next()
  }
  return { artistId, jobId: id, worker: { process: child, leaseToken, resume } satisfies Worker }
}

/** Two workers at once claim the artist's job until it is done; their slices in the order they ended. */
export async function completeJobs(environment: TestEnvironment, artistId: string): Promise<SliceRun[]> {
  const queue = new JobQueue(environment.db)
  const resources = { ...environment, queue, stopping: new AbortController().signal, providers: {} }
  const log = { error: console.error, warn: () => {} }
  const runs: SliceRun[] = []
  const isDone = async () => {
    const run = await runSlice(resources, useForEveryKind(createSteppingSlice()), log, { artistId, leaseMs })
    if (run !== undefined) runs.push(run)
    const { state } = await environment.db
      .selectFrom('artist_research_jobs')
      .select('state')
      .where('artist_id', '=', artistId)
      .executeTakeFirstOrThrow()
    return state === 'done'
  }
  await Promise.all([pollUntil(isDone, 10 * leaseMs), pollUntil(isDone, 10 * leaseMs)])
  return runs
}

/** Runs `work` `count` times, `concurrency` of them at a time; the results are in the order in which they ended. */
export async function runConcurrently<T>(
  count: number,
  concurrency: number,
  work: (at: number) => Promise<T>,
): Promise<T[]> {
  const indexes = Array.from({ length: count }, (_, at) => at).values()
  const results: T[] = []
  const take = async () => {
    for (const at of indexes) results.push(await work(at))
  }
  await Promise.all(Array.from({ length: concurrency }, take))
  return results
}

export const waitForExit = async ({ process }: Worker) => {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
}

/** How many jobs have every step's mark exactly once. */
export function countDoneOnce(jobIds: readonly string[], marks: readonly Mark[]): number {
  const byJob = Map.groupBy(marks, ({ job_id }) => job_id)
  const expected = Array.from({ length: stepsPerJob }, (_, at) => at + 1).join()
  const listSteps = (id: string) => (byJob.get(id) ?? []).map(({ step }) => step).toSorted((a, b) => a - b)
  return jobIds.filter((id) => listSteps(id).join() === expected).length
}
