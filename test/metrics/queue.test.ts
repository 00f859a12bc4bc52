import { sql } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import t from 'tap'
import { registerDatabaseMetrics } from '#src/observability/metrics/database.ts'
import { everyArtist } from '#src/queue/due-jobs.ts'
import type { JobKind } from '#src/queue/kinds.ts'
import { enqueue } from '../research/slices.ts'
import { freshDatabase } from '../support/database.ts'
import { converse } from '../support/sockets.ts'
import { addArtist, addUser, createTestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { parseSeries, scrape } from './scrape.ts'

/** A job of an artist of its own, with the given columns. */
async function job(context: Awaited<ReturnType<typeof createTestContext>>, kind: JobKind, columns: string) {
  const { db } = context
  const artistId = await addArtist(db, 'Another artist')
  const id = await enqueue({ db, artistId }, kind)
  await sql`update artist_research_jobs set ${sql.raw(columns)} where artist_id = ${artistId} and id = ${id}`.execute(
    db,
  )
}

const hour = (ago: string) => `date_trunc('milliseconds', now() ${ago} interval '1 hour')`

t.test('the queue is counted by kind and state, with how long the oldest job has been due', async (t) => {
  const context = await createTestContext(t)
  await job(context, 'lore_refresh', `next_run_at = ${hour('-')}`)
  await job(context, 'lore_refresh', 'cursor = 0')
  await job(context, 'lore_refresh', `next_run_at = ${hour('+')}, queued_at = ${hour('+')}`)
  await job(context, 'lore_refresh', `lease_token = gen_random_uuid(), leased_until = ${hour('+')}`)
  await job(
    context,
    'social_ingest',
    `state = 'waiting', waiting_since = now(), next_run_at = ${hour('+')}, queued_at = ${hour('+')}`,
  )
  await job(context, 'source_search', `state = 'failed', finished_at = now()`)
  await job(context, 'caption_extract', 'cursor = 0')
  const pause = { kind: 'caption_extract', artist_id: everyArtist, because: 'The provider is away.' } as const
  await context.db.insertInto('job_pauses').values(pause).execute()
  const { series } = await scrape(context.app)
  const jobs = (kind: JobKind, state: string) => series.get(`sittings_queue_jobs{kind="${kind}",state="${state}"}`)
  t.equal(jobs('lore_refresh', 'due'), 2)
  t.equal(jobs('lore_refresh', 'backing_off'), 1, 'after a failure')
  t.same([jobs('caption_extract', 'paused'), jobs('caption_extract', 'due')], [1, 0], 'by an operator')
  t.equal(jobs('lore_refresh', 'leased'), 1)
  t.equal(jobs('social_ingest', 'waiting'), 1)
  t.equal(jobs('source_search', 'failed'), 1)
  t.equal(jobs('latest_refresh', 'due'), 0)
  const oldest = Number(series.get('sittings_queue_oldest_due_seconds{kind="lore_refresh"}'))
  t.ok(oldest >= 3_600 && oldest < 4_200, `the oldest is due for ${oldest} seconds`)
  t.equal(series.get('sittings_queue_oldest_due_seconds{kind="social_ingest"}'), 0)
})

t.test('slices are counted by kind and outcome, and an expired lease when its job is claimed', async (t) => {
  const context = await createTestContext(t)
  await job(context, 'lore_refresh', `lease_token = gen_random_uuid(), leased_until = ${hour('-')}, attempts = 1`)
  await job(context, 'latest_refresh', 'cursor = 0')
  for (let slice = 0; slice < 2; slice += 1) await context.call(null, 'POST', '/api/research/advance', {})
  const { series } = await scrape(context.app)
  const ended = [...series].filter(([name]) => name.startsWith('sittings_queue_slices_total'))
  t.equal(
    ended.reduce((sum, [, value]) => sum + value, 0),
    2,
    ended.map(([name]) => name).join(),
  )
  t.ok(ended.some(([name]) => name.includes('kind="lore_refresh"')))
  t.equal(series.get('sittings_queue_lease_expiries_total{kind="lore_refresh"}'), 1)
  t.notOk(series.get('sittings_queue_lease_expiries_total{kind="latest_refresh"}'))
})

t.test('a session that holds the oldest snapshot is seen until it lets go', async (t) => {
  const { url, database } = await freshDatabase(t)
  const registry = new Registry()
  const ask = registerDatabaseMetrics(registry, database.db, { cacheMs: 0, waitMs: 10_000 })
  const read = async () => {
    await ask()
    const series = parseSeries(await registry.metrics())
    return ['seconds', 'transactions'].map((unit) => Number(series.get(`sittings_database_horizon_${unit}`)))
  }
  const forgotten = new pg.Client({ connectionString: url })
  await forgotten.connect()
  t.teardown(() => forgotten.end())
  await forgotten.query('begin isolation level repeatable read')
  await forgotten.query('select 1')
  // More than other test files of the same server begin while this one runs.
  await database.pool.query(`do $$ begin for n in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$`)
  const [seconds, transactions] = await read()
  t.ok(Number(seconds) > 0)
  t.ok(Number(transactions) >= 20_000)
  await forgotten.query('commit')
  t.ok(await pollUntil(async () => Number((await read())[1]) < 20_000, 60_000))
})

t.test('a database that responds too late counts as down for this scrape, and is queried only once', async (t) => {
  const { database } = await freshDatabase(t)
  const registry = new Registry()
  const ask = registerDatabaseMetrics(registry, database.db, { waitMs: 1, cacheMs: 200 })
  const read = async () => {
    await ask()
    return parseSeries(await registry.metrics())
  }
  const readWhile = (up: 0 | 1) =>
    pollUntil(async () => [await read()].find((series) => series.get('sittings_database_up') === up))
  const busy = await Promise.all(Array.from({ length: 20 }, () => database.pool.connect()))
  await ask()
  t.equal((await read()).get('sittings_database_up'), 0)
  t.equal(database.pool.waitingCount, 2, 'one question about the queue and one about the dead')
  for (const client of busy) client.release()
  const figures = ['sittings_queue_jobs{kind="lore_refresh",state="due"}', 'sittings_database_horizon_seconds']
  const seen = await readWhile(1)
  for (const name of figures) t.ok(seen.has(name), name)
  await database.close()
  const unseen = await readWhile(0)
  for (const name of figures) t.notOk(unseen.has(name), `${name} of an outage is not the last one seen`)
})

t.test('many readers ask the queue once in five seconds, and count the dead jobs once in a minute', async (t) => {
  const { database } = await freshDatabase(t)
  const ask = registerDatabaseMetrics(new Registry(), database.db)
  let now = 0
  t.intercept(performance, 'now', { value: () => now })
  let asked = 0
  database.pool.on('acquire', () => (asked += 1))
  const counts: number[] = []
  for (const at of [0, 4_999, 5_000, 59_999, 60_000]) {
    now = at
    await ask()
    counts.push(asked)
  }
  t.same(counts, [3, 3, 5, 7, 8])
})

const context = await createTestContext(t)
const brief = `/api/artist/${context.artistId}/knowledge/brief`

t.test('every response is counted by operation, method and status, with its duration', async (t) => {
  await context.call('owner', 'GET', brief)
  await context.call('owner', 'GET', brief)
  await context.call('stranger', 'GET', brief)
  await context.app.inject('/nowhere')
  const { series } = await scrape(context.app)
  const counted = (operation: string, status: number) =>
    series.get(
      `sittings_http_request_duration_seconds_count{operation_id="${operation}",method="GET",status="${status}"}`,
    )
  t.equal(counted('readArtistBrief', 200), 2)
  t.equal(counted('readArtistBrief', 403), 1)
  t.equal(counted('none', 404), 1)
  const refusals = 'sittings_http_problems_total{operation_id="readArtistBrief",code="not_your_artist"}'
  t.equal(series.get(refusals), 1, 'and a failure by its code')
  const longest = series.get(
    'sittings_http_request_duration_seconds_bucket{le="60",operation_id="readArtistBrief",method="GET",status="200"}',
  )
  t.equal(longest, 2)
})

t.test('input that never became a request is counted once', async (t) => {
  const name = 'sittings_http_problems_total{operation_id="none",code="invalid_request"}'
  const before = (await scrape(context.app)).series.get(name) ?? 0
  await converse(await context.app.listen({ host: '127.0.0.1', port: 0 }), 'GARBAGE\r\n\r\n')
  t.equal((await scrape(context.app)).series.get(name), before + 1, 'bytes that are no HTTP')
})

t.test('the pool and the process have metrics', async (t) => {
  const { series } = await scrape(context.app)
  t.ok(Number(series.get('sittings_database_pool_connections{state="idle"}')) >= 1)
  t.ok(series.has('sittings_database_pool_connections{state="busy"}'))
  t.equal(series.get('sittings_database_pool_waiting'), 0)
  t.ok(Number(series.get('process_resident_memory_bytes')) > 0)
  t.ok(series.has('nodejs_eventloop_lag_p99_seconds'))
  t.notOk(series.has('nodejs_active_handles_total'), 'which is no counter')
  t.equal(series.get('sittings_contract_violations_total{operation_id="none",status="200"}'), 0, 'before there is one')
})

t.test('the metrics contain nothing of an artist, a user or a text', async (t) => {
  await addUser(context.db, 'a-canary-subject', { claims: context.artistId })
  const canary = 'words-of-a-canary'
  await context.call('a-canary-subject', 'GET', `${brief.replace('brief', 'search')}?query=${canary}`)
  await context.call('a-canary-subject', 'GET', `${brief}?${canary}=1`)
  await context.app.inject(`/${canary}/${context.artistId}`)
  const { text } = await scrape(context.app)
  for (const secret of [canary, 'a-canary-subject', context.artistId, await context.token('a-canary-subject')]) {
    t.notOk(text.includes(secret), secret.slice(0, 20))
  }
})
