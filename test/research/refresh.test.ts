import t from 'tap'
import { cooldownSeconds, nextRefresh } from '#plugins/research/refreshArtistResearch.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { advanceUntilIdle, enqueue, listJobs } from './slices.ts'

const refresh = (context: TestContext, body?: unknown, subject: string | null = 'owner') =>
  context.call(subject, 'POST', `/api/artist/${context.artistId}/research/refresh`, body)

/** The kinds that were queued, with how many requests each has. */
const listRequests = async (context: TestContext) =>
  Object.fromEntries((await listJobs(context)).map(({ kind, requests }) => [kind, requests]))
const allOnce = { latest_refresh: 1, lore_refresh: 1, social_ingest: 1, source_search: 1 }

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
  t.same(await listRequests(context), allOnce)
  t.equal((await advanceUntilIdle(context)).filter(({ done }) => done).length, 4)
})

t.test('a live job is not queued a second time, for every caller', async (t) => {
  const context = await createTestContext(t)
  await enqueue(context, 'lore_refresh')
  await enqueue(context, 'latest_refresh')
  const words = 'Looking for posts, pages and releases is queued. Composing Lore is under way already.'
  t.match(await refresh(context, {}), { status: 200, body: { message: words } })
  t.match(await refresh(context, {}), { status: 200, body: { message: /under way already.*under way already/ } })
  t.same(await listRequests(context), allOnce)
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
  t.match(look(cooldownSeconds - 0.5), { queue: { length: 0 }, retryAfter: 1, message: /in 1 minute/ })
  t.match(look(cooldownSeconds - 61), { message: /in 2 minutes/ })
  t.match(look(cooldownSeconds), { queue: ['lore_refresh'] })
})
