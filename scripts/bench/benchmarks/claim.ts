import type { Benchmarks } from '../benchmark.ts'
import type { ServerName } from '../environment.ts'
import { openAnotherDatabase } from '../queue/another-database.ts'
import { openJobs, workers } from '../queue/jobs.ts'
import { openPlainJobs } from '../queue/plain-jobs.ts'
import { createDrain } from '../queue/stock.ts'

export const servers: readonly ServerName[] = ['stock']

const artists = 1_000

/** A job claimed, and its end written under the lease it was claimed with: what every slice costs the queue. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const url = await openAnotherDatabase(environment, 'queue')
  const plain = await openPlainJobs(environment.openPool(workers, url), { hint: true })
  const ours = openJobs(environment, url)
  const refill = async (jobs: number) => {
    await ours.empty()
    await ours.fill(jobs, artists)
    await ours.vacuum()
  }
  return [
    {
      rows: [{ work: `claim and end, ${workers} workers`, unit: 'a second' }],
      entrants: [
        { name: 'SKIP LOCKED on a plain table, no HTTP', role: 'floor', measure: createDrain(plain) },
        { name: 'Sittings', role: 'ours', measure: createDrain({ ...ours, fill: refill }) },
      ],
    },
  ]
}
