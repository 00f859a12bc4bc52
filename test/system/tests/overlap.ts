import { enqueueJob } from '#src/queue/enqueue.ts'
import type { Loose } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import type { SystemTest } from '../result.ts'
import { type Actors, openServices } from '../service.ts'

const workers = 8
const schedulers = 2
const artistsMany = 9
/** Callers at the same time take neighbours in any order; a process that lost its place would take far ones. */
const inOrderLeast = 0.95

/**
 * Open pages call advance at two services while two schedulers run, on the jobs of nine artists of whom the last has
 * twice as many as the first. Every job must run once, and they must begin in the order in which they were queued.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const total = short ? 200 : 2_000
  const actors = await openServices(environment, 2)
  const ids = await queueUnequally(environment, total)
  const slices = await runAll(actors, total)
  const ran = slices.filter(({ done }) => done)
  const runJobs = new Set(ran.map(({ jobId }) => jobId)).size
  const lost = slices.filter((slice) => !slice.ran).length
  // An artist's first Lore makes the refreshes beside it read again: a slice of its own, which ends no job.
  environment.log(
    `${slices.length} slices, ${slices.length - ran.length - lost} of them to read again what had changed`,
  )
  const jobs = await environment.db.selectFrom('artist_research_jobs').select(['id', 'state', 'run_began_at']).execute()
  const done = jobs.filter(({ state }) => state === 'done').length
  const begins = new Map(jobs.map(({ id, run_began_at }) => [id, run_began_at?.getTime() ?? Number.NaN]))
  const inOrder = computeShareInOrder(ids.map((id) => begins.get(id) ?? Number.NaN))
  return {
    passed: ran.length === total && runJobs === total && lost === 0 && done === total && inOrder >= inOrderLeast,
    summary: `${total} jobs: ${runJobs} run, ${ran.length - runJobs} of them again, ${lost} slices lost, ${done} done; ${(100 * inOrder).toFixed(1)} % of all pairs begun in the order of the queue`,
  }
}

/** Queues jobs as the service does, one artist's after another's; from 14 parts for the first to 30 for the last. */
async function queueUnequally({ db, newId, createArtist }: TestEnvironment, total: number): Promise<string[]> {
  const part = Math.floor(total / 198)
  const ids: string[] = []
  for (let at = 0; at < artistsMany; at += 1) {
    const artistId = await createArtist()
    const end = at === artistsMany - 1 ? total : ids.length + part * (14 + 2 * at)
    while (ids.length < end) {
      const id = newId()
      await enqueueJob(db, { artistId, id, kind: 'lore_refresh', purpose: id }).execute()
      ids.push(id)
    }
  }
  return ids
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

/** The share of all pairs whose second does not begin before the first; a job that never began is in no order. */
function computeShareInOrder(begins: readonly number[]): number {
  const pairs = begins.flatMap((one, at) => begins.slice(at + 1).map((other) => one <= other))
  return pairs.filter((isInOrder) => isInOrder).length / pairs.length
}
