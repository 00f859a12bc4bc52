import { type CompiledQuery, type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { pruneEndedJobs } from '#src/queue/prune.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import type { Slice, SliceRun } from '#src/queue/slice.ts'
import { enqueue } from '../research/slices.ts'
import { queryOnce } from '../support/embedded.ts'
import { holdLocks } from '../support/locks.ts'
import { createTestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { completeAtOnce, createQueueContext, type QueueContext, step } from './queue-context.ts'

t.test('a run of the scheduler runs slices until nothing is due', async (t) => {
  const w = await createQueueContext(t)
  await w.addJobs(await w.artist(), 3, { payload: JSON.stringify({ steps: 4 }) })
  const runs = await runSlices(() => w.run(step), w.resources)
  t.equal(runs.length, 12)
  t.same(await runSlices(() => w.run(step), w.resources), [])
})

t.test('a run of the scheduler begins no slice once its time is over or the service stops', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  await w.addJobs(artistId, 5)
  t.same(await runSlices(() => w.run(completeAtOnce), { ...w.resources, budgetMs: 0 }), [])
  const endless = async () => ({ job: { artist_id: artistId } }) as SliceRun
  t.equal((await runSlices(endless, w.resources)).length, 1_000, 'nor more than one call reports')
  let claimed = 0
  const stopping: Slice = async (job, context) => {
    claimed += 1
    if (claimed === 2) w.stopping.abort()
    return await completeAtOnce(job, context)
  }
  const runs = await runSlices(() => w.run(stopping), w.resources)
  t.equal(runs.length, 2)
})

t.test('no call is empty while a job is due: as many calls at once as there are jobs', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  const scopes = { any: {}, 'of an artist': { artistId }, 'of a kind': { kinds: ['lore_refresh'] } } as const
  for (const [title, scope] of Object.entries(scopes)) {
    const runs: unknown[] = []
    for (let round = 0; round < 30; round += 1) {
      // Behind the position last claimed in every other round.
      const at = new Date(Date.now() - (round % 2) * 3_600_000)
      await w.addJobs(artistId, 12, { queued_at: at, next_run_at: new Date(0) })
      runs.push(...(await Promise.all(Array.from({ length: 12 }, () => w.run(completeAtOnce, scope)))))
    }
    t.equal(runs.filter((run) => run !== undefined).length, 30 * 12, title)
  }
})

const unavailable = { status: 503, body: { code: 'persistence_unavailable' }, headers: { 'retry-after': '1' } }

t.test('an outage in the middle of a slice is 503; the job keeps its lease and has not failed', async (t) => {
  const w = await createTestContext(t)
  await enqueue(w, 'lore_refresh')
  const other = await holdLocks(w.database, `select from artists where id = '${w.artistId}' for update`)
  const answer = w.call(null, 'POST', '/api/research/advance')
  // Outside the transaction, in which pg_stat_activity is a snapshot.
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const pid = await pollUntil(async () => (await queryOnce<{ pid: number }>(w.url, waiting))[0]?.pid)
  await queryOnce(w.url, `select pg_terminate_backend(${pid})`)
  t.match(await answer, unavailable)
  await other.end()
  const job = await w.db.selectFrom('artist_research_jobs').selectAll().executeTakeFirstOrThrow()
  t.match(job, { state: 'pending', attempts: 1, error_category: null })
  t.type(job.lease_token, 'string')
  await w.db
    .updateTable('artist_research_jobs')
    .set({ leased_until: new Date(0) })
    .execute()
  t.match(await w.call(null, 'POST', '/api/research/advance'), { body: { status: 'ok', ran: true, done: true } })
})

/**
 * A cluster in small: the function of Citus over two tables, one of them on a worker that is lost, and a database that
 * refuses what concerns every shard, or the lost artist.
 */
async function loseWorker(t: Parameters<typeof createQueueContext>[0]) {
  const w = await createQueueContext(t, true)
  const [reached, lost] = [await w.artist(), await w.artist()]
  await sql
    .raw(`create function run_command_on_shards(table_name regclass, command text)
      returns table (shardid bigint, success boolean, result text) language plpgsql as $$ begin
        execute format(command, '(select * from artist_research_jobs where artist_id = ''${reached}'') as shard') into result;
        return query values (1::bigint, true, result), (2::bigint, false, 'connection refused'); end $$`)
    .execute(w.db)
  const executeQuery = async (query: CompiledQuery) => {
    const isLost = query.sql.includes('group by') || query.parameters.includes(lost)
    if (isLost) throw Object.assign(new Error('connection to the remote node failed'), { code: '08006' })
    return await w.db.executeQuery(query)
  }
  const queue = new JobQueue({ executeQuery } as unknown as Kysely<DB>, { sharded: true })
  return { ...w, reached, lost, claim: (artistId?: string) => queue.claim({ leaseToken: uuidv7(), artistId }) }
}

t.test('with a worker lost, the jobs of the artists that can be reached are claimed', async (t) => {
  const w = await loseWorker(t)
  await w.addJobs(w.lost, 1, { queued_at: new Date(0), next_run_at: new Date(0) })
  const ids = await w.addJobs(w.reached, 3)
  const claimed = [await w.claim(), await w.claim(), await w.claim()].map((job) => job?.id)
  t.same(claimed.toSorted(), ids.toSorted())
  t.equal(await w.claim(), undefined)
  await t.rejects(w.claim(w.lost), { code: '08006' }, 'an artist’s own claim is an outage')
})

t.test('where no shard answers, the outage is reported', async (t) => {
  const w = await loseWorker(t)
  await sql`drop function run_command_on_shards`.execute(w.db)
  await t.rejects(w.claim(), { code: '08006' })
})

/** Ended jobs of an artist, each an hour older than the one before it; the newest ended `hours` ago. */
async function endedJobs(context: QueueContext, artistId: string, count: number, hours: number) {
  await context.addJobs(artistId, count, { state: 'done', finished_at: new Date() })
  await sql`
    update artist_research_jobs as job set created_at = now() - (${hours} + old.place) * interval '1 hour',
      finished_at = now() - (${hours} + old.place) * interval '1 hour'
    from (select id, row_number() over (order by id) - 1 as place from artist_research_jobs where artist_id = ${artistId}) as old
    where job.artist_id = ${artistId} and job.id = old.id`.execute(context.db)
}

/** Removes what may be removed of these artists. */
async function pruneAll({ db }: QueueContext, ...artists: string[]): Promise<number> {
  let removed = 0
  for (const artistId of artists) {
    for (let more = -1; more !== 0; removed += more) more = await pruneEndedJobs(db, artistId)
  }
  return removed
}

const countJobs = async ({ db }: QueueContext, artistId: string) =>
  (await db.selectFrom('artist_research_jobs').select('id').where('artist_id', '=', artistId).execute()).length

t.test('the newest jobs of each artist stay, and those that have just ended', async (t) => {
  const context = await createQueueContext(t)
  const [many, few, busy] = [await context.artist(), await context.artist(), await context.artist()]
  await endedJobs(context, many, 260, 100)
  await endedJobs(context, few, 30, 1_000)
  await endedJobs(context, busy, 260, -11)
  t.equal(await pruneAll(context, many, few, busy), 61)
  t.equal(await countJobs(context, many), 200)
  t.equal(await countJobs(context, few), 30)
  t.equal(await countJobs(context, busy), 259, 'of sixty one has ended two days ago')
})

t.test('jobs that ended long ago are removed, however many have just ended', async (t) => {
  const context = await createQueueContext(t)
  const artist = await context.artist()
  await context.addJobs(artist, 1_200, { state: 'done', finished_at: new Date('2021-01-01T00:00:00Z') })
  await context.addJobs(artist, 720, { state: 'done', finished_at: new Date() })
  t.equal(await pruneEndedJobs(context.db, artist), 500, 'so many by one call')
  t.equal(await pruneAll(context, artist), 700)
  t.equal(await countJobs(context, artist), 720)
})

t.test('a run of the scheduler removes old jobs of the artists whose slices it ran', async (t) => {
  const context = await createQueueContext(t)
  const [active, idle] = [await context.artist(), await context.artist()]
  for (const artist of [active, idle]) await endedJobs(context, artist, 260, 100)
  await context.addJobs(active)
  await runSlices(() => context.run(completeAtOnce), context.resources)
  t.same([await countJobs(context, active), await countJobs(context, idle)], [200, 260])
})

t.test('a live job is never removed, however old', async (t) => {
  const context = await createQueueContext(t)
  const artist = await context.artist()
  const [old] = await context.addJobs(artist, 1, { created_at: new Date('2020-01-01T00:00:00Z') })
  await endedJobs(context, await context.artist(), 1, 1)
  await context.addJobs(artist, 250, { state: 'failed', finished_at: new Date('2021-01-01T00:00:00Z') })
  t.equal(await pruneAll(context, artist), 50)
  t.equal((await context.job(old ?? '')).state, 'pending')
})
