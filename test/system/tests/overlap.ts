import { enqueueJob } from '#src/queue/enqueue.ts'
import type { Loose } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import type { SystemTest } from '../result.ts'
import { type Actors, openServices } from '../service.ts'

const workers = 8
const schedulers = 2
const artistsMany = 9
const jainLeast = 0.99

/**
 * Open pages call advance at two services while two schedulers run, on the jobs of nine artists of whom the last has
 * twice as many as the first. Every job must run once, and while all artists have work they must get the same share.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const total = short ? 200 : 2_000
  const actors = await openServices(environment, 2)
  const counts = await queueUnequally(environment, total)
  const slices = await runAll(actors, total)
  const ran = slices.filter(({ done }) => done)
  const runJobs = new Set(ran.map(({ jobId }) => jobId)).size
  const lost = slices.filter((slice) => !slice.ran).length
  // An artist's first Lore makes the refreshes beside it read again: a slice of its own, which ends no job.
  environment.log(
    `${slices.length} slices, ${slices.length - ran.length - lost} of them to read again what had changed`,
  )
  const jobs = await environment.db
    .selectFrom('artist_research_jobs')
    .select(['artist_id', 'state', 'run_began_at'])
    .orderBy('run_began_at')
    .execute()
  const done = jobs.filter(({ state }) => state === 'done').length

  // Once the artist with the fewest jobs has none left, the shares cannot be equal any more.
  const contested = jobs.slice(0, artistsMany * Math.min(...counts.values()))
  const shares = [...counts.keys()].map((id) => contested.filter(({ artist_id }) => artist_id === id).length)
  environment.log(`jobs of the artists: ${[...counts.values()].join(' ')}`)
  environment.log(`their shares of the first ${contested.length} runs: ${shares.join(' ')}`)
  const fairness = computeJainIndex(shares)
  return {
    passed: ran.length === total && runJobs === total && lost === 0 && done === total && fairness >= jainLeast,
    summary: `${total} jobs: ${runJobs} run, ${ran.length - runJobs} of them again, ${lost} slices lost, ${done} done; Jain index ${fairness.toFixed(4)}`,
  }
}

/** Queues jobs as the service does; from 14 parts for the first artist to 30 for the last. */
async function queueUnequally(
  { db, newId, createArtist }: TestEnvironment,
  total: number,
): Promise<Map<string, number>> {
  const part = Math.floor(total / 198)
  const counts = new Map<string, number>()
  for (let at = 0; at < artistsMany; at += 1) counts.set(await createArtist(), part * (14 + 2 * at))
  const [last = ''] = [...counts.keys()].slice(-1)
  const rest = total - [...counts.values()].reduce((sum, count) => sum + count, 0)
  counts.set(last, (counts.get(last) ?? 0) + rest)
  for (const [artistId, count] of counts) {
    for (let job = 0; job < count; job += 1) {
      const id = newId()
      await enqueueJob(db, { artistId, id, kind: 'lore_refresh', purpose: id }).execute()
    }
  }
  return counts
}

/** Every reported slice, until nothing is due. Two responses in a row without a slice end a page's calls. */
async function runAll({ call }: Actors, total: number): Promise<Loose[]> {
  const slices: Loose[] = []
  const isOver = () => slices.length > 3 * total
  const readPage = async () => {
    for (let idle = 0; idle < 2 && !isOver(); ) {
      const { status, body } = await call(null, 'POST', '/api/research/advance')
      idle = status === 200 && body.status === 'ok' && !body.ran ? idle + 1 : 0
      // A slice that failed, or had lost its lease, has not run either, and says so.
      if (body.ran || (status === 200 && body.status === 'error')) slices.push(body)
    }
  }
  const runScheduler = async () => {
    for (;;) {
      const { body } = await call(null, 'GET', '/api/research/advance')
      slices.push(...(body.slices ?? []))
      if (!body.ran || isOver()) return
    }
  }
  await Promise.all([...Array.from({ length: workers }, readPage), ...Array.from({ length: schedulers }, runScheduler)])
  return slices
}

/** Jain's index: 1 when all have had the same, 1/n when one has had everything. */
function computeJainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((a, b) => a + b, 0)
  return sum ** 2 / (shares.length * shares.reduce((a, b) => a + b ** 2, 0))
}
