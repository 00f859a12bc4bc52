import type { Benchmarks } from '../benchmark.ts'
import type { ServerName } from '../environment.ts'
import { runLoop } from '../loop.ts'
import { openAnotherDatabase } from '../queue/another-database.ts'
import { openJobs, workers } from '../queue/jobs.ts'
import type { Measurement } from '../statistics.ts'

const artists = 1_000
/** More than is worked off in a second. */
const jobsPerSecond = 6_000
const heldSeconds = 180

export const servers: readonly ServerName[] = ['tuned']
export const isLong = true

/**
 * A claim and a finish beside a session that holds an old snapshot, so that no vacuum may clear away what has ended
 * since: what is left of the speed at the end of three minutes, beside the speed without it.
 */
export const createBenchmarks: Benchmarks = async (environment) => {
  const url = await openAnotherDatabase(environment, 'queue')
  const queue = openJobs(environment, url)
  const holder = environment.openPool(1, url)
  async function begin(seconds: number): Promise<void> {
    await queue.empty()
    await queue.fill(jobsPerSecond * seconds, artists)
    await queue.vacuum()
  }

  async function claimBesideHolder(seconds: number): Promise<readonly Measurement[]> {
    await begin(heldSeconds)
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

  async function without(seconds: number): Promise<readonly Measurement[]> {
    await begin(2 * seconds)
    await runLoop(workers, seconds, queue.finishNext)
    return [await runLoop(workers, seconds, queue.finishNext)]
  }

  const against = 'without it'
  return [
    {
      rows: [
        {
          work: 'claim and end beside a snapshot held for three minutes',
          unit: 'a second',
          goals: [{ against, atLeast: 0.9 }],
        },
      ],
      rounds: 1,
      warmUpSeconds: 0,
      entrants: [
        { name: against, role: 'floor', measure: without },
        { name: 'Sittings', role: 'ours', measure: claimBesideHolder },
      ],
    },
  ]
}
