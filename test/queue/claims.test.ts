import { type CompiledQuery, type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import type { SliceRun } from '#src/queue/slice.ts'
import { applyDecision } from '#src/queue/transitions.ts'
import { citusUrl, openQueue } from '../support/citus.ts'
import { openPool } from '../support/database.ts'
import { completeAtOnce, createQueueContext, done, type QueueContext, requireClaimed, step } from './queue-context.ts'

const ways = { ...(citusUrl === undefined && { 'one step': false }), 'two steps': true }

/** Everything that this many workers can claim, until each of them finds nothing. */
async function drain(claims: readonly (() => Promise<{ id: string } | undefined>)[]): Promise<string[]> {
  const ids: string[] = []
  const work = async (claim: () => Promise<{ id: string } | undefined>) => {
    for (let job = await claim(); job !== undefined; job = await claim()) ids.push(job.id)
  }
  await Promise.all(claims.map(work))
  return ids
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

/** This many artists with this many due jobs each. */
async function addMany(w: QueueContext, artists: number, jobs: number): Promise<void> {
  await sql`insert into artists (id, name) select md5('many ' || n)::uuid, 'Many' from generate_series(1, ${artists}::int) as n`.execute(
    w.db,
  )
  await sql`insert into artist_research_jobs (artist_id, id, kind, purpose, state)
    select md5('many ' || artist)::uuid, gen_random_uuid(), 'lore_refresh', n::text, 'pending'
    from generate_series(1, ${artists}::int) as artist, generate_series(1, ${jobs}::int) as n`.execute(w.db)
}

for (const [title, sharded] of Object.entries(ways)) {
  t.test(`in ${title}, an artist’s jobs are claimed in the order of their requests`, async (t) => {
    const w = await createQueueContext(t, sharded)
    const artistId = await w.artist()
    const at = (seconds: number) => ({ queued_at: new Date(Date.now() - seconds * 1_000), next_run_at: new Date(0) })
    const [third] = await w.addJobs(artistId, 1, at(10))
    const [first] = await w.addJobs(artistId, 1, at(30))
    const [second] = await w.addJobs(artistId, 1, at(20))
    const claimed: unknown[] = []
    for (let n = 0; n < 4; n += 1) claimed.push((await w.claim())?.id)
    t.same(claimed, [first, second, third, undefined])
  })

  t.test(`in ${title}, the jobs of many artists are all found, by several processes`, async (t) => {
    const w = await createQueueContext(t, sharded)
    const artists = 300
    await addMany(w, artists, 1)
    const otherQueue = openQueue(openPool(t, w.url).db, sharded)
    const claimAsOther = () => otherQueue.claim({ leaseToken: uuidv7() })
    const ids = await drain([...times(4, () => () => w.claim()), ...times(4, () => claimAsOther)])
    t.same([ids.length, new Set(ids).size], [artists, artists])
  })

  t.test(`in ${title}, a claim may be limited to an artist and to kinds`, async (t) => {
    const w = await createQueueContext(t, sharded)
    const [mine, other] = [await w.artist(), await w.artist()]
    await w.addJobs(other)
    const [jobId] = await w.addJobs(mine, 1, { kind: 'social_ingest' })
    t.equal(await w.claim({ kinds: ['latest_refresh'] }), undefined)
    t.equal((await w.claim({ kinds: ['social_ingest'] }))?.id, jobId)
    t.equal(await w.claim({ artistId: mine }), undefined)
    t.equal((await w.claim({ artistId: other }))?.artist_id, other)
  })

  t.test(`in ${title}, a job with a locked row is skipped where there is another one`, async (t) => {
    const w = await createQueueContext(t, sharded)
    const artistId = await w.artist()
    const [held = '', free = ''] = await w.addJobs(artistId, 2)
    await w.db.transaction().execute(async (trx) => {
      await trx.selectFrom('artist_research_jobs').select('id').where('id', '=', held).forUpdate().execute()
      t.equal((await w.claim())?.id, free)
      t.equal(await w.claim({ artistId }), undefined)
    })
    t.equal((await w.claim())?.id, held)
  })
}

t.test('a claim of a kind begins with its first job, wherever the claims of other kinds are', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  const at = (seconds: number) => ({ queued_at: new Date(Date.now() - seconds * 1_000), next_run_at: new Date(0) })
  const [first] = await w.addJobs(artistId, 1, at(30))
  await w.addJobs(artistId, 1, { ...at(20), kind: 'social_ingest' })
  await w.addJobs(artistId, 1, at(10))
  await w.claim({ kinds: ['social_ingest'] })
  t.equal((await w.claim({ kinds: ['lore_refresh'] }))?.id, first)
})

t.test('a claim does not read ended jobs, also when they cannot be vacuumed', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  for (let n = 300; n > 0; n -= 1)
    await w.addJobs(artistId, 1, { queued_at: new Date(Date.now() - n * 1_000), next_run_at: new Date(0) })
  // Inside one transaction, whose dead rows cannot be vacuumed before it commits.
  await w.db.transaction().execute(async (trx) => {
    await sql`set local transaction_timeout = 0`.execute(trx)
    const queue = openQueue(trx)
    await takeAndEnd(trx, queue, 100)
    const first = await entriesRead(trx)
    await takeAndEnd(trx, queue, 200)
    const entries = (await entriesRead(trx)) - first
    // One or two per job, and now and then a scan; reading from the beginning would take two hundred per job.
    t.ok(entries >= 200 && entries < 200 * 30, `${entries} entries for two hundred jobs`)
  })
})

async function takeAndEnd(db: Kysely<DB>, queue: JobQueue, count: number) {
  for (let ended = 0; ended < count; ended += 1) {
    const job = await requireClaimed(queue.claim({ leaseToken: uuidv7() }))
    await applyDecision(db, job, done())
  }
}

/** Entries of the queue's index that this transaction has read so far. */
async function entriesRead(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select pg_stat_get_xact_tuples_returned('artist_research_jobs_queue'::regclass) as entries`.execute(db)
  return rows[0]?.entries ?? 0
}

/** Requests work as the service does, one request after the other. */
async function ask(w: QueueContext, artistId: string, count: number, steps = 1) {
  for (let enqueued = 0; enqueued < count; enqueued += 1) {
    const id = uuidv7()
    await enqueueJob(w.db, { artistId, id, kind: 'lore_refresh', purpose: id, payload: { steps } })
  }
}

const countSlices = (artists: string[], runs: readonly SliceRun[]): number[] =>
  artists.map((artistId) => runs.filter(({ job }) => job.artist_id === artistId).length)

async function runMany(w: QueueContext, slices: number): Promise<SliceRun[]> {
  const runs: SliceRun[] = []
  while (runs.length < slices) runs.push(...[await w.run(step)].filter((run) => run !== undefined))
  return runs
}

t.test('a job whose slice has ended waits behind all others: equal shares for each, to eight workers', async (t) => {
  const w = await createQueueContext(t)
  const workers = 8
  const artists = await Promise.all(Array.from({ length: 9 }, w.artist))
  for (const artistId of artists) await ask(w, artistId, 2, 50)
  const runs: SliceRun[] = []
  const take = async () => {
    const run = runs.length < 180 ? await w.run(step) : undefined
    w.passTime(200) // a scan finds the job whose slice was saved behind those of others
    if (run !== undefined) runs.push(run)
    return run
  }
  await Promise.all(Array.from({ length: workers }, () => runSlices(take, w.resources)))
  const shares = countSlices(artists, runs)
  t.ok(Math.max(...shares) - Math.min(...shares) <= 2 * workers, `${shares}`)
})

t.test('without other jobs, a job at the end of the queue is claimed at once', async (t) => {
  const w = await createQueueContext(t)
  const [id = ''] = await w.addJobs(await w.artist(), 1, { queued_at: new Date(Date.now() + 86_400_000) })
  t.match(await w.run(completeAtOnce), { job: { id }, ending: 'done' })
  const [next = ''] = await w.addJobs(await w.artist())
  t.match(await w.run(completeAtOnce), { job: { id: next } }, 'and hides no job that comes later')
})

t.test('a job before those last claimed is found: an expired lease, a late commit', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  const old = new Date(Date.now() - 60_000)
  await ask(w, artistId, 20, 50)
  await runMany(w, 2)
  const [id = ''] = await w.addJobs(artistId, 1, { queued_at: old, next_run_at: old, payload: '{"steps":1}' })
  t.notOk(
    (await runMany(w, 2)).some(({ job }) => job.id === id),
    'not at once',
  )
  w.passTime(1_000)
  t.match(await w.run(step), { job: { id } }, 'a second later')
  const [last = ''] = await w.addJobs(artistId, 1, { queued_at: old, next_run_at: old, payload: '{"steps":1}' })
  await w.db.deleteFrom('artist_research_jobs').where('id', '<>', last).execute()
  t.match(await w.run(step), { job: { id: last } }, 'and at once where nothing else is due')
})

t.test('a scan from the beginning of the queue is followed by a rest of twenty times its length', async (t) => {
  let now = 0
  const scans: boolean[] = []
  const executeQuery = async ({ parameters }: CompiledQuery) => {
    scans.push(parameters.includes('-infinity'))
    now += 100
    return { rows: [{ position: '2026-03-01' }] }
  }
  const queue = new JobQueue({ executeQuery } as unknown as Kysely<DB>, { now: () => now })
  const claim = () => queue.claim({ leaseToken: uuidv7() })
  await claim()
  now = 2_099
  await claim()
  now = 2_100
  await Promise.all([claim(), claim()])
  t.same(scans, [true, false, true, false])
})
