import type { Benchmarks, Entrant } from '../benchmark.ts'
import { openAnotherDatabase } from '../queue/another-database.ts'
import { openJobs, workers } from '../queue/jobs.ts'

const jobsPerArtist = 100
/** Jobs finished before as many are added again, so that the queue stays about as long as stated. */
const batch = 500

/**
 * A claim and a finish in a queue of a million jobs of ten thousand artists, beside the same in a queue of a thousand.
 */
export const benchmarks: Benchmarks = async (stage) => {
  async function lineOf(jobs: number): Promise<Entrant['measure']> {
    const line = openJobs(stage, await openAnotherDatabase(stage, `line_of_${jobs}`))
    const artists = jobs / jobsPerArtist
    await line.fill(jobs, artists)
    await line.settle()
    async function workOff(jobsMany: number): Promise<void> {
      let left = jobsMany
      const work = async () => {
        while (left-- > 0) await line.workOff()
      }
      await Promise.all(Array.from({ length: workers }, work))
    }
    return async (seconds) => {
      let [done, spentMs] = [0, 0]
      while (spentMs < seconds * 1_000) {
        const began = performance.now()
        await workOff(batch)
        spentMs += performance.now() - began
        done += batch
        await line.fill(batch, Math.min(artists, batch))
      }
      return done / (spentMs / 1_000)
    }
  }
  const entrants: Entrant[] = [
    { name: '1,000 jobs of 10 artists', role: 'floor', measure: await lineOf(1_000) },
    { name: '1,000,000 jobs of 10,000 artists', role: 'ours', measure: await lineOf(1_000_000) },
  ]
  return [{ work: `claim and finish a slice in a line of a million`, unit: 'a second', goal: 0.95, entrants }]
}
