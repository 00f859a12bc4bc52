import {
  completeJobs,
  countDoneOnce,
  leaseMs,
  runConcurrently,
  startWorkerAtPoint,
  waitForExit,
} from '../crash-points.ts'
import { crashPoints, listMarks, makeMarks, stepsPerJob } from '../crash-steps.ts'
import type { TestEnvironment } from '../environment.ts'
import type { SystemTest } from '../result.ts'

/** Milliseconds beyond the lease until a polling caller has called, on a machine whose cores are all in use. */
const askingMs = 2_000

/**
 * Workers are killed (SIGKILL) in the middle of a slice, each at another point of another slice. Every job must
 * complete with each step committed once, and be claimed again within one lease of the death.
 */
export const runSystemTest: SystemTest = async (environment) => {
  await makeMarks(environment.db)
  const count = 200
  const rounds = await runConcurrently(count, 4, (at) => killAndComplete(environment, at))
  environment.log(
    `killed ${count} workers, ${crashPoints.map((point, at) => `${computeShare(count, at)} ${point}`).join(', ')}`,
  )
  const jobIds = rounds.map(({ jobId }) => jobId)
  const once = countDoneOnce(jobIds, await listMarks(environment.db))
  const waits = rounds.flatMap(({ pickedUpMs }) => pickedUpMs ?? [])
  const longest = Math.max(...waits)
  environment.log(`${waits.length} jobs were left unfinished and picked up, the others had just been completed`)
  return {
    passed: once === count && waits.length > 0 && longest <= leaseMs + askingMs,
    summary: `${count} kills, ${once} jobs completed once; picked up ${longest} ms after the death at the latest, under a lease of ${leaseMs} ms`,
  }
}

const computeShare = (count: number, at: number) =>
  Math.floor((count + crashPoints.length - 1 - at) / crashPoints.length)

/** The point changes with every round, the slice with every round of the points. */
async function killAndComplete(environment: TestEnvironment, at: number) {
  const point = crashPoints[at % crashPoints.length] ?? 'claimed'
  const slice = 1 + (Math.floor(at / crashPoints.length) % stepsPerJob)
  const { artistId, jobId, worker } = await startWorkerAtPoint(environment, { point, slice })
  worker.process.kill('SIGKILL')
  await waitForExit(worker)
  const died = Date.now()
  const [successor] = await completeJobs(environment, artistId)
  // After a committed slice there is nothing to claim again: its commit released the lease.
  const pickedUpMs = successor === undefined ? undefined : new Date(successor.job.claimed_at).getTime() - died
  return { jobId, pickedUpMs }
}
