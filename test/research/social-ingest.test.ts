import { sql } from 'kysely'
import t from 'tap'
import { slices as kinds } from '#plugins/research/jobs.ts'
import { retryJob } from '#src/admin/jobs/retry-cancel.ts'
import { runSlice } from '#src/queue/slice.ts'
import { paidStepsMax } from '#src/research/budget.ts'
import { addLinkedPage } from '../evidence/discoveries.ts'
import {
  buildInstagramItem,
  replyWithStatus,
  severConnection,
  startApifyServer,
} from '../providers/social/apify-server.ts'
import { listFindings } from '../support/findings.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext } from '../support/test-context.ts'
import { advanceOnce, enqueue, finishJobs, listJobs, readJob, runJob } from './slices.ts'

const profile = 'https://www.instagram.com/maraquill/'

async function createContext(t: Parameters<typeof createTestContext>[0], items: readonly unknown[], links = [profile]) {
  const { platform, provider } = await startApifyServer(t, items)
  const context = await createTestContext(t, {}, { social: provider })
  for (const url of links) await addLinkedPage(context, url)
  return { context, platform, provider }
}

t.test('a run is started, awaited and read in pages; its posts become sources, and refresh the Lore', async (t) => {
  const items = Array.from({ length: 60 }, (_, at) => buildInstagramItem(`P${at}`))
  for (let at = 60; at < 200; at += 1) items.push(buildInstagramItem(`F${at}`, { ownerUsername: 'fanpage' }))
  items.push(buildInstagramItem('older'))
  const { context, platform } = await createContext(t, items)
  const { db } = context
  platform.standing = 'RUNNING'
  const id = await enqueue(context, 'social_ingest')

  const started = await advanceOnce(context, 'social_ingest')
  t.match(started, { waiting: true, done: false, progress: 'Started collecting the posts of profile 1 of 1' })
  t.match(await advanceOnce(context, 'social_ingest'), { waiting: true })
  t.match(await readJob(context, id), { state: 'waiting', cursor: 0, total: 1 })
  platform.standing = 'SUCCEEDED'
  const rest = await finishJobs(context, 'social_ingest')
  t.same(pluck(rest, 'progress'), [
    'The posts are found; reading them comes next',
    'Read a page of posts: 50 are new or changed',
    'Read a page of posts: 10 are new or changed',
    ...Array(2).fill('Read a page of posts: 0 are new or changed'),
    'Collected posts: 60 are new or changed',
  ])
  const ended = { state: 'done', cursor: 1, total: 1, error_category: null, result: { posts: 60 } }
  t.match(await readJob(context, id), ended)
  t.match(platform.starts, { length: 1, 0: { input: { resultsLimit: 200 } } })

  const extracted = await finishJobs(context, 'caption_extract')
  t.equal(extracted.at(-1)?.progress, 'Stored 60 captions and 0 transcripts')
  const sources = await db.selectFrom('sources').selectAll().orderBy('source_id').execute()
  t.equal(sources.length, 60)
  const kept = { kind: 'social_caption', curation: 'approved', evidence_kind: 'caption', speaker: 'not_applicable' }
  t.match(sources[0], { ...kept, provider: 'apify', url: /instagram.com\/p\/P/ })
  t.same(pluck(await listJobs(context, 'lore_refresh'), 'state'), ['pending'])

  const found = await listFindings(db, context.artistId)
  // The test context's claim and link were inserted without an event.
  const ours = found.filter(({ table }) => table !== 'claims' && table !== 'discoveries')
  t.same(ours, [], 'every text and event can be verified')
  const search = `/api/artist/${context.artistId}/knowledge/search?query=${encodeURIComponent('words of P7')}`
  t.ok((await context.call('owner', 'GET', search)).body.passages.length > 0, 'the captions are searched')
})

t.test('posts collected again change nothing; a changed caption is a revision under the review it had', async (t) => {
  const { context, platform } = await createContext(t, [buildInstagramItem('A'), buildInstagramItem('B')])
  const collect = async () => {
    await runJob(context, 'social_ingest')
    await finishJobs(context, 'caption_extract')
  }
  await collect()
  const texts = () => context.db.selectFrom('source_revisions').select('revision').execute()
  t.equal((await texts()).length, 2)
  await collect()
  t.equal((await texts()).length, 2)
  platform.items = [buildInstagramItem('A'), buildInstagramItem('B', { caption: 'Other words' })]
  await context.db.updateTable('sources').set({ curation: 'rejected' }).execute()
  await collect()
  t.equal((await texts()).length, 3)
  const reviewed = await context.db.selectFrom('sources').select('curation').distinct().execute()
  t.same(reviewed, [{ curation: 'rejected' }], 'its review is kept')
  t.equal((await context.db.selectFrom('sources').select('source_id').execute()).length, 2)
})

t.test('an artist without a profile, and a deployment without a provider', async (t) => {
  const others = ['https://brack-records.example/mara', 'https://www.instagram.com/p/abc/']
  const { context } = await createContext(t, [], others)
  const { slices } = await runJob(context, 'social_ingest')
  t.match(slices[0], { done: true, progress: /No profile of the artist is known/ })
  const bare = await runJob(await createTestContext(t), 'social_ingest')
  t.match(bare.slices[0], { done: true, progress: /no provider is configured/ })
  t.match(bare.job, { state: 'done', error_category: 'not_configured' })
})

t.test('a start whose outcome is unknown is reported as such and never sent again', async (t) => {
  for (const trouble of [severConnection, replyWithStatus(500)]) {
    const { context, platform } = await createContext(t, [])
    platform.startTrouble = trouble
    const failed = { state: 'failed', error_category: 'outcome_unknown' }
    const { job } = await runJob(context, 'social_ingest')
    t.match(job, failed)
    t.equal(platform.starts.length, 1)
    platform.startTrouble = undefined
    t.equal(await retryJob(context.db, job.id), true)
    await finishJobs(context, 'social_ingest')
    t.match([await readJob(context, job.id), platform.starts], [{ state: 'done' }, { length: 2 }], 'but by an operator')
  }
})

t.test('a start is not sent again after its process ended between the record and the response', async (t) => {
  const other = 'https://www.instagram.com/second/'
  const { context, platform } = await createContext(t, [buildInstagramItem('A')], [profile, other])
  const id = await enqueue(context, 'social_ingest')
  const profiles = ['maraquill', 'second'].map((handle) => ({ platform: 'instagram', handle }))
  const starting = { profiles, at: 0, stage: { is: 'starting' }, done: 0, posts: 0, problem: null }
  const checkpoint = JSON.stringify(starting)
  await context.db.updateTable('artist_research_jobs').set({ checkpoint }).execute()
  const first = await advanceOnce(context, 'social_ingest')
  t.match(first.progress, /It is unknown whether collecting profile 1 of 2 was started/)
  t.equal(platform.starts.length, 0)
  await finishJobs(context, 'social_ingest')
  t.equal(platform.starts.length, 1)
  t.same(platform.starts[0]?.input.directUrls, [other], 'the other goes on')
  t.match(await readJob(context, id), { state: 'done', error_category: 'outcome_unknown', cursor: 2, total: 2 })
})

t.test('a graceful shutdown waits for the response to a start', async (t) => {
  const { context, platform } = await createContext(t, [buildInstagramItem('A')])
  const id = await enqueue(context, 'social_ingest')
  const stopping = new AbortController()
  platform.onStart = () => stopping.abort()
  const resources = { ...context.app.resources, stopping: stopping.signal }
  const run = await runSlice(resources, kinds, context.app.log, { artistId: context.artistId })
  t.match(run, { ending: 'waits', progress: 'Started collecting the posts of profile 1 of 1' })
  t.match(await readJob(context, id), { state: 'waiting', attempts: 0, checkpoint: { stage: { is: 'running' } } })
})

t.test('a start that was not sent is sent again, and one that was asked to wait after the pause', async (t) => {
  const { context, platform, provider } = await createContext(t, [buildInstagramItem('A')])
  platform.startTrouble = replyWithStatus(429, { 'retry-after': '90' })
  const id = await enqueue(context, 'social_ingest')
  const { start } = provider
  provider.start = async () => ({ failed: 'provider_unavailable' })
  t.match(await advanceOnce(context, 'social_ingest'), { status: 'error' })
  provider.start = start
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

t.test('a failed poll or page is repeated; its run is not started again', async (t) => {
  const { context, platform } = await createContext(t, [buildInstagramItem('A')])
  const id = await enqueue(context, 'social_ingest')
  await advanceOnce(context, 'social_ingest')
  for (const progress of [/^The posts are found/, /^Read a page/]) {
    platform.trouble = replyWithStatus(503)
    t.match(await advanceOnce(context, 'social_ingest'), { status: 'error' })
    t.match(await readJob(context, id), { error_category: 'provider_unavailable', attempts: 1 })
    platform.trouble = undefined
    t.match(await advanceOnce(context, 'social_ingest'), { progress })
  }
  await finishJobs(context, 'social_ingest')
  t.match(await readJob(context, id), { state: 'done', error_category: null })
  t.equal(platform.starts.length, 1)
})

t.test('the daily budget of an artist is limited, whichever caller advances the research', async (t) => {
  const { context, platform } = await createContext(t, [])
  platform.startTrouble = replyWithStatus(401)
  const collect = async () => (await runJob(context, 'social_ingest')).job.error_category
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
