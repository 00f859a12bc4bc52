import { completeJobs, countDoneOnce, runConcurrently, startWorkerAtPoint } from '../crash-points.ts'
import { type CrashPoint, listMarks, makeMarks } from '../crash-steps.ts'
import type { TestEnvironment } from '../environment.ts'
import type { SystemTest } from '../result.ts'

/** Before anything is written; inside the transaction, whose locks the server revokes; and just before the commit. */
const points: readonly CrashPoint[] = ['claimed', 'writing', 'written']

/**
 * Workers are stopped (SIGSTOP) in the middle of a slice until others have claimed and completed the job, and then
 * continued. None of them may write anything: neither the step's mark nor the job's position.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  await makeMarks(environment.db)
  const count = short ? 10 : 50
  const rounds = await runConcurrently(count, 5, (at) =>
    pauseAndResume(environment, points[at % points.length] ?? 'claimed'),
  )
  const byOutcome = Map.groupBy(rounds, ({ own }) => own)
  for (const [words, all] of byOutcome) environment.log(`${all.length} of ${count} ended with: ${words}`)
  const marks = await listMarks(environment.db)
  const stale = new Set(rounds.map(({ leaseToken }) => leaseToken))
  const staleMarks = marks.filter(({ lease_token }) => stale.has(lease_token)).length
  const movedJobs = rounds.filter(({ isMoved }) => isMoved).length
  const jobIds = rounds.map(({ jobId }) => jobId)
  const once = countDoneOnce(jobIds, marks)
  return {
    passed: once === count && staleMarks + movedJobs === 0,
    summary: `${count} workers paused past their lease, ${staleMarks + movedJobs} writes by a stale owner; ${once} jobs completed once`,
  }
}

async function pauseAndResume(environment: TestEnvironment, point: CrashPoint) {
  const { artistId, jobId, worker } = await startWorkerAtPoint(environment, { point, slice: 1 })
  worker.process.kill('SIGSTOP')
  await completeJobs(environment, artistId)
  const before = await readJob(environment, artistId)
  worker.process.kill('SIGCONT')
  const { own } = await worker.resume()
  return { jobId, own, leaseToken: worker.leaseToken, isMoved: (await readJob(environment, artistId)) !== before }
}

/** The whole row, for comparison. */
const readJob = async ({ db }: TestEnvironment, artistId: string) =>
  JSON.stringify(
    await db.selectFrom('artist_research_jobs').selectAll().where('artist_id', '=', artistId).executeTakeFirstOrThrow(),
  )
