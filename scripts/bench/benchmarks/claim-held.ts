import type { Benchmarks } from '../benchmark.ts'
import { runLoop } from '../loop.ts'
import { openJobs, workers } from '../queue/jobs.ts'

const artists = 1_000
/** More than is finished in a second. */
const jobsPerSecond = 6_000
/** A snapshot is held for so many times as long as its end is measured: with the usual five seconds, three minutes. */
const heldTimes = 36

/**
 * A claim and a finish beside a session with an old snapshot, so that ended jobs cannot be vacuumed: the speed at the
 * end of three minutes, relative to that without it. A shorter `--seconds` shortens the three minutes as well.
 */
export const benchmarks: Benchmarks = async (stage) => {
  const line = openJobs(stage, stage.url)
  const holder = stage.pool(1)
  async function begin(seconds: number): Promise<void> {
    await line.empty()
    await line.fill(jobsPerSecond * seconds, artists)
    await line.settle()
  }

  async function beside(seconds: number): Promise<number> {
    const heldSeconds = heldTimes * seconds
    await begin(heldSeconds)
    const session = await holder.connect()
    await session.query('begin isolation level repeatable read')
    await session.query('select count(*) from artists')
    try {
      await runLoop(workers, heldSeconds - seconds, line.workOff)
      return await runLoop(workers, seconds, line.workOff)
    } finally {
      await session.query('rollback')
      session.release()
    }
  }

  async function without(seconds: number): Promise<number> {
    await begin(2 * seconds)
    await runLoop(workers, seconds, line.workOff)
    return await runLoop(workers, seconds, line.workOff)
  }

  return [
    {
      work: 'claim and finish a slice beside a snapshot held for three minutes',
      unit: 'a second',
      goal: 0.9,
      entrants: [
        { name: 'without it', role: 'floor', measure: without },
        { name: 'beside it', role: 'ours', measure: beside },
      ],
    },
  ]
}
