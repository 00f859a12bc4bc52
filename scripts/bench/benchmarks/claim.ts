import type { Benchmarks } from '../benchmark.ts'
import { openJobs, openPlainJobs, workers } from '../data/jobs.ts'
import { runLoop } from '../statistics.ts'

/** More than is worked off in a second. */
const jobsPerSecond = 8_000
const heldSeconds = 180

/** A job claimed, and its end written under the lease it was claimed with: what every slice costs the queue. */
export const createClaimBenchmarks: Benchmarks = async (environment) => {
  const measureDrain =
    ({ fill, finishNext }: { fill: (jobs: number) => Promise<void>; finishNext: () => Promise<void> }) =>
    async (seconds: number) => {
      await fill(Math.ceil(jobsPerSecond * seconds))
      return [await runLoop(workers, seconds, finishNext)]
    }
  const plain = await openPlainJobs(environment.openPool(workers))
  return [
    {
      rows: [{ work: `claim and end, ${workers} workers`, unit: 'a second' }],
      floor: { name: 'SKIP LOCKED on a plain table, no HTTP', measure: measureDrain(plain) },
      ours: measureDrain(openJobs(environment)),
    },
  ]
}

/**
 * The same beside a session that holds an old snapshot, so that no vacuum clears away what has ended since: the speed
 * at the end of three minutes, beside the speed without it.
 */
export const createHeldSnapshotBenchmarks: Benchmarks = async (environment) => {
  const queue = openJobs(environment)
  const holder = environment.openPool(1)

  async function measureHeld(seconds: number) {
    await queue.fill(jobsPerSecond * heldSeconds)
    const session = await holder.connect()
    await session.query('begin isolation level repeatable read')
    await session.query('select count(*) from artists')
    try {
      await runLoop(workers, heldSeconds - seconds, queue.finishNext)
      return [await runLoop(workers, seconds, queue.finishNext)]
    } finally {
      await session.query('rollback')
      session.release()
    }
  }

  async function measureFree(seconds: number) {
    await queue.fill(jobsPerSecond * 2 * seconds)
    await runLoop(workers, seconds, queue.finishNext)
    return [await runLoop(workers, seconds, queue.finishNext)]
  }
  return [
    {
      rows: [{ work: 'claim and end beside a snapshot held for three minutes', unit: 'a second' }],
      rounds: 1,
      warmUpSeconds: 0,
      floor: { name: 'without it', measure: measureFree },
      ours: measureHeld,
    },
  ]
}
