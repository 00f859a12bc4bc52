import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { type JobKind, jobKinds } from '#src/queue/kinds.ts'
import type { Loose, TestContext } from '../support/test-context.ts'

/** Queues a job of a kind, as the service does; returns its id. */
export async function enqueue({ db, artistId }: Pick<TestContext, 'db' | 'artistId'>, kind: JobKind): Promise<string> {
  return (await enqueueJob(db, { artistId, id: uuidv7(), kind })).id
}

export const listJobs = ({ db }: Pick<TestContext, 'db'>, ...kinds: JobKind[]) =>
  db
    .selectFrom('artist_research_jobs')
    .selectAll()
    .where('kind', 'in', kinds.length > 0 ? kinds : jobKinds)
    .orderBy('created_at')
    .orderBy('kind')
    .execute()

/** The status of each job as the claimant reads it, the newest first. */
export const listStatuses = async ({ call, artistId }: Pick<TestContext, 'call' | 'artistId'>): Promise<Loose[]> =>
  (await call('owner', 'GET', `/api/artist/${artistId}/research/status`)).body.jobs

/** Queues a job and runs slices of its kind until none is left; the job as it ended, and the slices. */
export async function runJob(context: TestContext, kind: JobKind) {
  const id = await enqueue(context, kind)
  const slices = await finishJobs(context, kind)
  return { slices, job: await readJob(context, id) }
}

export const readJob = ({ db }: TestContext, id: string) =>
  db.selectFrom('artist_research_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Calls advanceResearch, as an open page does, until no job is due. Returns the responses of the slices. */
export async function advanceUntilIdle(
  { call, artistId }: Pick<TestContext, 'call' | 'artistId'>,
  body: unknown = { artistId },
): Promise<Loose[]> {
  return await repeatUntilIdle(async () => {
    const { status, body: slice } = await call(null, 'POST', '/api/research/advance', body)
    if (status !== 200) throw new Error(`advance answered ${status} ${slice.code}`)
    return slice
  })
}

/** Slices of a kind until no job of it is left. */
export async function finishJobs(context: TestContext, kind: JobKind): Promise<Loose[]> {
  return await repeatUntilIdle(async () => {
    const slice = await advanceOnce(context, kind)
    // Pauses end by the clock, and a thousand slices may be faster.
    if (slice.waiting) await sleep(10)
    return slice
  })
}

/** One slice of a kind. Pauses are over at once: their length is not tested here. */
export async function advanceOnce(context: TestContext, kind: JobKind): Promise<Loose> {
  await sql`
    update artist_research_jobs set next_run_at = date_trunc('milliseconds', now()), queued_at = now()
    where state in ('pending', 'waiting')`.execute(context.db)
  return (await context.call(null, 'POST', '/api/research/advance', { kinds: [kind] })).body
}

async function repeatUntilIdle(advance: () => Promise<Loose>): Promise<Loose[]> {
  const slices: Loose[] = []
  while (slices.length < 1_000) {
    const slice = await advance()
    if (slice.status === 'ok' && !slice.ran) return slices
    slices.push(slice)
  }
  throw new Error('A thousand slices and no end')
}
