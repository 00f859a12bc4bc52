import { sql } from 'kysely'
import t from 'tap'
import { everyArtist } from '#src/queue/due-jobs.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { JobKind } from '#src/queue/kinds.ts'
import { addArtist, createTestContext } from '../support/test-context.ts'
import { scrape } from './scrape.ts'

/** A job of an artist of its own, with the given columns. */
async function job(context: Awaited<ReturnType<typeof createTestContext>>, kind: JobKind, columns: string) {
  const { db, app } = context
  const artistId = await addArtist(db, 'Another artist')
  const { id } = await enqueueJob(db, { artistId, id: app.resources.newId(), kind }).executeTakeFirstOrThrow()
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
  const pause = { kind: 'caption_extract', artist_id: everyArtist, because: 'The provider is away.' }
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
