import type { Benchmarks, Entrant } from '../benchmark.ts'
import type { ServerName } from '../environment.ts'
import { openAnotherDatabase } from '../queue/another-database.ts'
import { openJobs, workers } from '../queue/jobs.ts'

const jobsPerArtist = 100
/** Jobs worked off before as many are added, so that a queue stays about as long as its name says. */
const batch = 500

export const servers: readonly ServerName[] = ['tuned']
export const isLong = true

/**
 * A claim and an end in a queue of a million jobs of ten thousand artists, beside the same in a queue of a thousand.
 */
export const createBenchmarks: Benchmarks = async (environment) => {
  async function measureQueue(jobs: number): Promise<Entrant['measure']> {
    const queue = openJobs(environment, await openAnotherDatabase(environment, `queue_of_${jobs}`))
    const artists = jobs / jobsPerArtist
    await queue.fill(jobs, artists)
    await queue.vacuum()
    async function finishJobs(jobsMany: number): Promise<void> {
      let jobsLeft = jobsMany
      const runWorker = async () => {
        while (jobsLeft-- > 0) await queue.finishNext()
      }
      await Promise.all(Array.from({ length: workers }, runWorker))
    }
    return async (seconds) => {
      let [done, spentMs] = [0, 0]
      while (spentMs < seconds * 1_000) {
        const startedMs = performance.now()
        await finishJobs(batch)
        spentMs += performance.now() - startedMs
        done += batch
        await queue.fill(batch, Math.min(artists, batch))
      }
      return [{ value: done / (spentMs / 1_000) }]
    }
  }
  const against = '1,000 jobs of 10 artists'
  const entrants: Entrant[] = [
    { name: against, role: 'floor', measure: await measureQueue(1_000) },
    { name: 'Sittings', role: 'ours', measure: await measureQueue(1_000_000) },
  ]
  const work = 'claim and end in a queue of 1,000,000 jobs of 10,000 artists'
  return [{ rows: [{ work, unit: 'a second', goals: [{ against, atLeast: 0.95 }] }], entrants }]
}
