import { sql } from 'kysely'
import t from 'tap'
import { slices as kinds } from '#plugins/research/jobs.ts'
import { runSlice } from '#src/queue/slice.ts'
import { paidStepsMax } from '#src/research/budget.ts'
import {
  buildInstagramItem,
  replyWithStatus,
  severConnection,
  startApifyServer,
} from '../providers/social/apify-server.ts'
import { createTestContext } from '../support/test-context.ts'
import { addLinkedPage } from './linked-page.ts'
import { advanceOnce, enqueue, finishJobs, readJob } from './slices.ts'

const profile = 'https://www.instagram.com/maraquill/'

async function createContext(t: Parameters<typeof createTestContext>[0], items: readonly unknown[], links = [profile]) {
  const { platform, provider } = await startApifyServer(t, items)
  const context = await createTestContext(t, {}, { social: provider })
  for (const url of links) await addLinkedPage(context, url)
  return { context, platform }
}

t.test('a start whose outcome is unknown is reported as such and never sent again', async (t) => {
  for (const trouble of [severConnection, replyWithStatus(500)]) {
    const { context, platform } = await createContext(t, [])
    platform.startTrouble = trouble
    const id = await enqueue(context, 'social_ingest')
    await finishJobs(context, 'social_ingest')
    t.match(await readJob(context, id), { state: 'failed', error_category: 'outcome_unknown' })
    t.equal(platform.starts.length, 1)
  }
})

t.test('a start is not sent again after its process ended between the record and the response', async (t) => {
  const { context, platform } = await createContext(
    t,
    [buildInstagramItem('A')],
    [profile, 'https://www.instagram.com/second/'],
  )
  const id = await enqueue(context, 'social_ingest')
  const profiles = [
    { platform: 'instagram', handle: 'maraquill' },
    { platform: 'instagram', handle: 'second' },
  ]
  const checkpoint = { profiles, at: 0, stage: { is: 'starting' }, done: 0, posts: 0, problem: null }
  await context.db
    .updateTable('artist_research_jobs')
    .set({ checkpoint: JSON.stringify(checkpoint) })
    .execute()
  const first = await advanceOnce(context, 'social_ingest')
  t.match(first.progress, /It is unknown whether collecting profile 1 of 2 was started/)
  t.equal(platform.starts.length, 0)
  await finishJobs(context, 'social_ingest')
  t.same(
    platform.starts.map(({ input }) => input.directUrls),
    [['https://www.instagram.com/second/']],
    'the other goes on',
  )
  t.match(await readJob(context, id), { state: 'done', error_category: 'outcome_unknown', cursor: 12, total: 12 })
})

t.test('a start is recorded before it is sent', async (t) => {
  const { context, platform } = await createContext(t, [])
  const id = await enqueue(context, 'social_ingest')
  let seen: unknown
  platform.startTrouble = (response) => {
    void readJob(context, id).then((job) => {
      seen = job.checkpoint
      response.destroy()
    })
  }
  await advanceOnce(context, 'social_ingest')
  t.match(seen, { stage: { is: 'starting' } })
})

t.test('a graceful shutdown waits for the response to a start', async (t) => {
  const { context, platform } = await createContext(t, [buildInstagramItem('A')])
  const id = await enqueue(context, 'social_ingest')
  const stopping = new AbortController()
  const answered = JSON.stringify({ data: { id: 'run1', defaultDatasetId: 'set1', status: 'READY' } })
  platform.startTrouble = (...exchange) => {
    stopping.abort()
    replyWithStatus(201, {}, answered)(...exchange)
  }
  const resources = { ...context.app.resources, stopping: stopping.signal }
  const run = await runSlice(resources, kinds, context.app.log, { artistId: context.artistId })
  t.match(run, { ending: 'waits', progress: 'Started collecting the posts of profile 1 of 1' })
  t.match(await readJob(context, id), { state: 'waiting', attempts: 0, checkpoint: { stage: { is: 'running' } } })
})

t.test('a refused start is reverted; one that was asked to wait is sent again after the pause', async (t) => {
  const { context, platform } = await createContext(t, [buildInstagramItem('A')])
  platform.startTrouble = replyWithStatus(429, { 'retry-after': '90' })
  const id = await enqueue(context, 'social_ingest')
  const askedAtMs = Date.now()
  t.match(await advanceOnce(context, 'social_ingest'), {
    waiting: true,
    progress: 'The provider asks to be left alone for a while',
  })
  const paused = await readJob(context, id)
  t.match(paused.checkpoint, { stage: { is: 'next' } })
  t.ok(paused.next_run_at.getTime() - askedAtMs >= 90_000, 'as long as it asks for')
  platform.startTrouble = undefined
  await finishJobs(context, 'social_ingest')
  t.match(await readJob(context, id), { state: 'done', error_category: null })
})

t.test('a failed poll is repeated; its run is not started again', async (t) => {
  const { context, platform } = await createContext(t, [buildInstagramItem('A')])
  const id = await enqueue(context, 'social_ingest')
  await advanceOnce(context, 'social_ingest')
  platform.trouble = replyWithStatus(503)
  t.match(await advanceOnce(context, 'social_ingest'), { status: 'error' })
  t.match(await readJob(context, id), { state: 'waiting', error_category: 'provider_unavailable', attempts: 1 })
  platform.trouble = undefined
  await finishJobs(context, 'social_ingest')
  t.match(await readJob(context, id), { state: 'done', error_category: null })
  t.equal(platform.starts.length, 1)
})

t.test('the daily budget of an artist is limited, whichever caller advances the research', async (t) => {
  const { context, platform } = await createContext(t, [])
  platform.startTrouble = replyWithStatus(401)
  const collect = async () => {
    const id = await enqueue(context, 'social_ingest')
    await finishJobs(context, 'social_ingest')
    return (await readJob(context, id)).error_category
  }
  t.equal(await collect(), 'provider_refused')
  await context.db
    .updateTable('daily_spend')
    .set({ taken: paidStepsMax.scrape - 1 })
    .execute()
  t.equal(await collect(), 'provider_refused')
  t.equal(await collect(), 'rate_limited')
  t.equal(platform.starts.length, 2)
  await sql`update daily_spend set day = day - 1`.execute(context.db)
  t.equal(await collect(), 'provider_refused', 'the next day has a new budget')
  t.same(await context.db.selectFrom('daily_spend').select('taken').execute(), [{ taken: 1 }])
})
