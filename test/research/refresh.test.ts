import t from 'tap'
import { cooldownSeconds, nextRefresh } from '#plugins/research/refreshArtistResearch.ts'
import { ask, listQuestions } from '../questions/questions.ts'
import { pluck } from '../support/pluck.ts'
import { addPage } from '../support/sources.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { advanceUntilIdle, enqueue } from './slices.ts'

const refresh = (context: TestContext, body?: unknown, subject: string | null = 'owner') =>
  context.call(subject, 'POST', `/api/artist/${context.artistId}/research/refresh`, body)

const listKinds = async ({ db }: TestContext) => {
  const jobs = await db.selectFrom('artist_research_jobs').select('kind').orderBy('kind').execute()
  return jobs.map(({ kind }) => kind)
}

/** As if the jobs had been requested earlier. */
const age = ({ db }: TestContext, seconds: number) =>
  db
    .updateTable('artist_research_jobs')
    .set({ created_at: new Date(Date.now() - seconds * 1_000) })
    .execute()

t.test('a refresh queues the source search and the Lore, and says so; nothing has run', async (t) => {
  const context = await createTestContext(t)
  const { status, body } = await refresh(context)
  t.equal(status, 200)
  t.strictSame(body, {
    status: 'ok',
    message: 'Looking for posts, pages and releases is queued. Composing Lore is queued.',
  })
  t.same(await listKinds(context), ['latest_refresh', 'lore_refresh', 'social_ingest', 'source_search'])
  t.equal((await advanceUntilIdle(context)).filter(({ done }) => done).length, 4)
})

t.test('a live job is not queued a second time, for every caller', async (t) => {
  const context = await createTestContext(t)
  await enqueue(context, 'lore_refresh')
  await enqueue(context, 'latest_refresh')
  const words = 'Looking for posts, pages and releases is queued. Composing Lore is under way already.'
  t.match(await refresh(context, {}), { status: 200, body: { message: words } })
  t.match(await refresh(context, {}), { status: 200, body: { message: /under way already.*under way already/ } })
  const jobs = await context.db.selectFrom('artist_research_jobs').select('requests').execute()
  t.same(jobs, Array(4).fill({ requests: 1 }))
})

t.test('each kind has a cooldown of half an hour; with every requested kind in it, 429 says how long', async (t) => {
  const context = await createTestContext(t)
  await refresh(context, { mode: 'lore-only' })
  await advanceUntilIdle(context)
  const agedAtMs = Date.now()
  await age(context, 1_200)
  const refused = await refresh(context, { mode: 'lore-only' })
  t.match(refused, { status: 429, body: { code: 'rate_limited' } })
  t.match(refused.body.error, 'Composing Lore can be asked for again in 10 minutes.')
  const afterSeconds = Number(refused.headers['retry-after'])
  t.ok(afterSeconds <= 600 && afterSeconds >= 600 - (Date.now() - agedAtMs) / 1_000, `${afterSeconds} s`)
  const words = 'Looking for posts, pages and releases is queued. Composing Lore can be asked for again in 10 minutes.'
  t.match(await refresh(context), { status: 200, body: { message: words } })
  await advanceUntilIdle(context)
  await age(context, 1_801)
  t.match(await refresh(context, { mode: 'lore-only' }), {
    status: 200,
    body: { message: 'Composing Lore is queued.' },
  })
})

t.test('a refresh that a change of the interview queued starts no cooldown', async (t) => {
  const context = await createTestContext(t)
  await enqueue(context, 'lore_refresh')
  await advanceUntilIdle(context)
  t.match(await refresh(context, { mode: 'lore-only' }), {
    status: 200,
    body: { message: 'Composing Lore is queued.' },
  })
})

t.test('the cooldown ends to the second', async (t) => {
  const look = (requestedSecondsAgo: number) =>
    nextRefresh('lore-only', [{ kind: 'lore_refresh', isLive: false, requestedSecondsAgo }])
  t.match(look(cooldownSeconds - 0.5), { queue: [], retryAfter: 1, message: /in a minute/ })
  t.match(look(cooldownSeconds), { queue: ['lore_refresh'] })
})

const tenAtOnce = <T>(send: (at: number) => Promise<T>) => Promise.all(Array.from({ length: 10 }, (_, at) => send(at)))
const listJobs = ({ db }: TestContext) =>
  db.selectFrom('artist_research_jobs').select(['kind', 'requests']).orderBy('kind').execute()

t.test('of ten recoveries at once one is queued, and the others get the message that it is under way', async (t) => {
  const context = await createTestContext(t)
  const { artistId, call } = context
  const id = await addPage(context, 'https://press.example/one')
  const path = `/api/artist/${artistId}/knowledge/sources/extract`
  const sent = await tenAtOnce(() => call('owner', 'POST', path, { sourceIds: [id] }))
  t.same(sent.map(({ status }) => status).sort(), [202, ...Array(9).fill(409)])
  t.same(new Set(sent.flatMap(({ status, body }) => (status === 409 ? body.code : []))), new Set(['work_in_progress']))
  t.same(await listJobs(context), [{ kind: 'source_search', requests: 1 }])
})

t.test('ten refreshes at once queue each kind once', async (t) => {
  const context = await createTestContext(t)
  const path = `/api/artist/${context.artistId}/research/refresh`
  const sent = await tenAtOnce(() => context.call('owner', 'POST', path, {}))
  t.same(pluck(sent, 'status'), Array(10).fill(200))
  t.equal(sent.filter(({ body }) => /is queued/.test(body.message)).length, 1)
  const kinds = ['latest_refresh', 'lore_refresh', 'social_ingest', 'source_search']
  t.same(
    await listJobs(context),
    kinds.map((kind) => ({ kind, requests: 1 })),
  )
})

t.test('ten equal questions at once are one job; of ten different ones one is queued', async (t) => {
  const context = await createTestContext(t)
  const equal = await tenAtOnce(() => ask(context))
  t.same(pluck(equal, 'status'), Array(10).fill(202))
  t.equal(equal.filter(({ body }) => !body.reused).length, 1)
  t.equal((await listQuestions(context)).length, 1)
  const other = await createTestContext(t)
  const different = await tenAtOnce((at) => ask(other, { topic: `the pump organ of song ${at}` }))
  t.same(different.map(({ status }) => status).sort(), [202, ...Array(9).fill(429)])
  t.equal((await listQuestions(other)).length, 1)
})
