import type { Benchmarks } from '../benchmark.ts'
import { openBoss } from '../queue/boss.ts'
import { openGraphile } from '../queue/graphile.ts'
import { openJobs, workers } from '../queue/jobs.ts'
import { openRawJobs } from '../queue/raw.ts'
import { workingOff } from '../queue/stock.ts'

const artists = 1_000

/** A job claimed, and its end written under the lease it was claimed with: what every slice costs the queue. */
export const benchmarks: Benchmarks = async (stage) => {
  const pool = stage.pool(workers)
  const raw = await openRawJobs(pool, { hint: true })
  const graphile = openGraphile(stage, stage.pool(workers + 2))
  const boss = await openBoss(stage, pool)
  const ours = openJobs(stage, stage.url)
  const refill = async (jobs: number) => {
    await ours.empty()
    await ours.fill(jobs, artists)
    await ours.settle()
  }
  return [
    {
      work: `claim and finish a slice, ${workers} workers`,
      unit: 'a second',
      goal: 0.9,
      entrants: [
        { name: 'SKIP LOCKED with a low-water hint', role: 'floor', measure: workingOff(raw) },
        { name: 'graphile-worker, unbatched', role: 'peer', measure: graphile.measure },
        { name: 'pg-boss', role: 'peer', measure: workingOff(boss) },
        { name: 'Sittings', role: 'ours', measure: workingOff({ ...ours, fill: refill }) },
      ],
    },
  ]
}
