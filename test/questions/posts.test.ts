import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { cancelJob } from '#src/admin/jobs/retry-cancel.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Providers } from '#src/research/providers/index.ts'
import { samplePosts } from '#src/research/providers/samples.ts'
import { advanceOnce, enqueue, finishJobs, listJobs, readJob } from '../research/slices.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { ask, read, reopenReferences } from './questions.ts'

/** The fictional artist, with the sample providers in place of the external ones; an administrator asks. */
async function createSampleContext(t: Test, providers: Providers = { social: samplePosts }) {
  const context = await createTestContext(t, {}, providers)
  const { artistId } = sampleIdentities
  await context.db.insertInto('artists').values({ id: artistId, name: sampleIdentities.artistName }).execute()
  const as = { caller: 'admin', artistId }
  return {
    context: { ...context, artistId },
    request: async (body: Record<string, unknown>): Promise<string> => (await ask(context, body, as)).body.jobId,
    reading: async (jobId: string): Promise<Loose> => (await read(context, jobId, as)).body,
    /** One slice of the question; what it says. */
    step: () => advanceOnce(context, 'source_search'),
  }
}

const aboutOrgan = { topic: 'the organ', evidenceNeed: 'social_caption' }

/** Slices of the collection until the sample run has ended and its posts are saved. */
const collect = (context: TestContext) =>
  pollUntil(async () => {
    await advanceOnce(context, 'social_ingest')
    return (await listJobs(context, 'social_ingest')).every(({ finished_at }) => finished_at !== null)
  })

t.test('a question about posts: they are collected, then transcribed, then searched', async (t) => {
  const { context, request, reading, step } = await createSampleContext(t)
  await enqueue(context, 'caption_extract')
  const jobId = await request({ topic: 'trombones behind the second door', evidenceNeed: 'spoken_content' })
  t.match(await step(), { waiting: true, progress: 'Waiting until the posts are collected and can be read' })
  t.match(await reading(jobId), { stage: 'waiting_provider', provider: 'instagram_reels', message: /outside/ })
  const { next_run_at, waiting_since } = await readJob(context, jobId)
  t.equal(next_run_at.getTime() - (waiting_since?.getTime() ?? 0), 3_000, 'it looks again after three seconds')
  t.match(await step(), { waiting: true }, 'it only looks whether they are')
  await collect(context)
  t.match(await step(), { waiting: true, progress: 'Waiting until the posts are collected and can be read' })
  t.equal((await reading(jobId)).stage, 'transcribing')
  await finishJobs(context, 'caption_extract')
  await finishJobs(context, 'source_search')
  const body = await reading(jobId)
  t.match(body, { stage: 'complete', provider: 'instagram_reels', limitations: { length: 0 } })
  t.match(body.references, [{ sourceId: /:transcript$/, evidenceKind: 'provider_transcript', speaker: 'unverified' }])
  t.match(body.references[0], { curation: 'approved', truncated: false, publishedAt: /^2026-02-03/ })
  await reopenReferences(t, context, body.references, 'admin')
  t.equal((await listJobs(context, 'social_ingest')).length, 1)
})

t.test('captions are filtered by platform and day; a collection of the last half hour is not repeated', async (t) => {
  const { context, request, reading, step } = await createSampleContext(t)
  const organ = { topic: 'the organ stays at home', evidenceNeed: 'social_caption', freshness: 'recent' }
  const first = await request({ ...organ, platform: 'instagram', fromDate: '2026-02-21', toDate: '2026-02-21' })
  await step()
  await collect(context)
  await step()
  const { stage, provider } = await reading(first)
  t.same([stage, provider], ['reading', 'instagram'])
  await finishJobs(context, 'caption_extract')
  await finishJobs(context, 'source_search')
  t.match(await reading(first), { stage: 'complete', references: [{ url: /SLT-organ$/, evidenceKind: 'caption' }] })

  const earlier = { finished_at: sql<Date>`finished_at - interval '29 minutes'` }
  await context.db.updateTable('artist_research_jobs').set(earlier).where('kind', '=', 'social_ingest').execute()
  const second = await request({ ...organ, platform: 'tiktok' })
  await finishJobs(context, 'source_search')
  t.match(await reading(second), { stage: 'unresolved', provider: 'tiktok', limitations: { length: 0 } })
  t.equal((await listJobs(context, 'social_ingest')).length, 1)

  const incomplete = { error_category: 'rate_limited' } as const
  await context.db.updateTable('artist_research_jobs').set(incomplete).where('kind', '=', 'social_ingest').execute()
  await request({ ...organ, platform: 'x' })
  t.match(await step(), { waiting: true }, 'one that was cut short is')
})

t.test('a running collection is awaited, and not requested twice', async (t) => {
  const { context, request, step } = await createSampleContext(t)
  await context.call('admin', 'POST', `/api/artist/${context.artistId}/research/refresh`)
  await request(aboutOrgan)
  await step()
  t.match(await listJobs(context, 'social_ingest'), [{ requests: 1 }])
})

t.test('without a provider of posts the question ends with what is stored, and says so', async (t) => {
  const { context, request, reading } = await createSampleContext(t, {})
  const jobId = await request(aboutOrgan)
  await finishJobs(context, 'source_search')
  const limitations = ['No collection of posts is set up here.']
  t.match(await reading(jobId), { stage: 'unresolved', limitations, provider: null })
  t.match(await listJobs(context), [{ kind: 'source_search', error_category: 'not_configured' }])
})

t.test('a collection that an operator cancels counts as failed', async (t) => {
  const { context, request, reading, step } = await createSampleContext(t)
  const jobId = await request(aboutOrgan)
  await step()
  const [collection] = await listJobs(context, 'social_ingest')
  await cancelJob(context.db, collection?.id ?? '')
  await finishJobs(context, 'source_search')
  t.match(await reading(jobId), { stage: 'unresolved', limitations: ['Some posts could not be collected or read.'] })
  const [now, halfHourAgo] = [new Date(), new Date(Date.now() - 1_800_000)]
  const isAny = sql<boolean>`true`
  const isNewest = sql<boolean>`id::text = (select max(id::text) from artist_research_jobs where kind = 'social_ingest')`
  const cases = [
    [isAny, { finished_at: now }, 2, 'a failed one'],
    [isAny, { state: 'done', finished_at: halfHourAgo }, 3, 'nor is one of half an hour ago recent'],
    [isNewest, { state: 'done', finished_at: now }, 3, 'the newest one is'],
  ] as const
  for (const [which, ended, count, name] of cases) {
    const jobs = context.db.updateTable('artist_research_jobs').where('kind', '=', 'social_ingest')
    await jobs.set(ended).where(which).execute()
    await context.db.deleteFrom('artist_research_jobs').where('kind', '=', 'source_search').execute()
    await request({ ...aboutOrgan, topic: `the organ after ${name}` })
    t.match(await step(), { waiting: true })
    t.equal((await listJobs(context, 'social_ingest')).length, count, name)
  }
})

t.test('posts that are collected and cannot be extracted count as unread', async (t) => {
  const { context, request, reading, step } = await createSampleContext(t)
  const jobId = await request(aboutOrgan)
  await step()
  await collect(context)
  t.match(await step(), { waiting: true })
  const [extraction] = await listJobs(context, 'caption_extract')
  await cancelJob(context.db, extraction?.id ?? '')
  await finishJobs(context, 'source_search')
  t.match(await reading(jobId), { limitations: ['Some posts could not be collected or read.'] })
})

t.test('a question waits at most twenty minutes', async (t) => {
  const { context, request, reading, step } = await createSampleContext(t)
  const jobId = await request(aboutOrgan)
  await step()
  await sql`update artist_research_jobs set waiting_since = now() - interval '20 minutes' where id = ${jobId}`.execute(
    context.db,
  )
  t.match(await step(), { done: true })
  const words = 'Something outside took longer than this research lasts.'
  t.match(await reading(jobId), { stage: 'unresolved', limitations: [words] })
})
