import { sql } from 'kysely'
import t from 'tap'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { type JobKind, waitingMaxMs } from '#src/queue/kinds.ts'
import { attemptsMax } from '#src/queue/limits.ts'
import { createMusicbrainzCatalog } from '#src/research/providers/musicbrainz.ts'
import { decideAfterFailure } from '#src/research/slice.ts'
import { newWeb } from '../discoveries/web.ts'
import { addLinkedPage } from '../evidence/discoveries.ts'
import { startApifyServer } from '../providers/social/apify-server.ts'
import { startServer } from '../support/local-server.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { advanceOnce, enqueue, finishJobs, listStatuses, readJob } from './slices.ts'

/** As if every waiting job had waited for as long as it may. */
const endWaits = ({ db }: TestContext, kind: JobKind) =>
  sql`update artist_research_jobs set waiting_since = waiting_since - ${waitingMaxMs[kind]} * interval '1 millisecond'
    where waiting_since is not null`.execute(db)

const readStatus = async (context: TestContext, id: string) =>
  (await listStatuses(context)).find(({ jobId }) => jobId === id)

t.test('a scraping run that does not end is abandoned, and the next profile is processed', async (t) => {
  const { platform, provider } = await startApifyServer(t, [])
  const context = await createTestContext(t, {}, { social: provider })
  for (const name of ['maraquill', 'second']) await addLinkedPage(context, `https://www.instagram.com/${name}/`)
  platform.standing = 'RUNNING'
  const id = await enqueue(context, 'social_ingest')
  await advanceOnce(context, 'social_ingest')
  t.match(await advanceOnce(context, 'social_ingest'), {
    waiting: true,
    progress: /profile 1 of 2 are being collected/,
  })
  await endWaits(context, 'social_ingest')
  t.match(await advanceOnce(context, 'social_ingest'), { waiting: false, progress: /Passed over profile 1 of 2/ })
  t.match(await advanceOnce(context, 'social_ingest'), {
    waiting: true,
    progress: /Started collecting .* profile 2 of 2/,
  })
  platform.standing = 'SUCCEEDED'
  await finishJobs(context, 'social_ingest')
  t.match(await readStatus(context, id), { status: 'done', errorCategory: 'timed_out' })
  t.equal(platform.starts.length, 2)
})

t.test('a catalogue that refuses for ever fails the job, with a category', async (t) => {
  const { base } = await startServer(t, (_, response) => response.writeHead(503, { 'retry-after': '86400' }).end('{}'))
  const catalog = {
    ...createMusicbrainzCatalog({ url: base, contact: 'x' }),
    rateLimit: { name: 'test', intervalMs: 0 },
  }
  const context = await createTestContext(t, {}, { catalog })
  const id = await enqueue(context, 'latest_refresh')
  t.match(await advanceOnce(context, 'latest_refresh'), { waiting: true })
  const { next_run_at, waiting_since } = await readJob(context, id)
  t.equal(next_run_at.getTime() - (waiting_since?.getTime() ?? 0), waitingMaxMs.latest_refresh, 'asked again in time')
  await endWaits(context, 'latest_refresh')
  t.match(await advanceOnce(context, 'latest_refresh'), { status: 'error', error: 'advance failed', ran: false })
  t.match(await readStatus(context, id), { status: 'failed', errorCategory: 'timed_out', nextRunAt: null })
  t.match(await advanceOnce(context, 'latest_refresh'), { ran: false, status: 'ok' }, 'nothing is left of it')
})

const stay = { cursor: 3, total: null, checkpoint: { at: 3 } }
const goneOn = { done: {}, progress: 'gone on' }
const job = (more: Partial<ClaimedJob> = {}) =>
  ({ kind: 'latest_refresh', attempts: 1, waited_ms: null, ...more }) as ClaimedJob

const decide = (of: ClaimedJob, failure: Parameters<typeof decideAfterFailure>[1], waitMaxMs?: number) =>
  decideAfterFailure(of, failure, { stay, goOn: () => goneOn, ...(waitMaxMs !== undefined && { waitMaxMs }) })

t.test('a pause that a provider asks for is waited for, at the same step', async (t) => {
  for (const [retryAfterMs, pauseMs] of [
    [undefined, 60_000],
    [1, 5_000],
    [90_000, 90_000],
    [86_400_000, 86_400_000],
  ] as const) {
    const failure = { failed: 'rate_limited' as const, ...(retryAfterMs !== undefined && { retryAfterMs }) }
    t.match(decide(job(), failure), { next: stay, pauseMs, progress: /left alone/ })
    t.match(decide(job({ attempts: attemptsMax }), failure), { pauseMs }, 'which is no failed attempt')
  }
})

t.test('a job that may not wait any longer goes on without', async (t) => {
  const failure = { failed: 'rate_limited', retryAfterMs: 30_000 } as const
  t.same(decide(job({ waited_ms: waitingMaxMs.latest_refresh }), failure), goneOn)
  t.match(decide(job({ waited_ms: 10_000 }), failure, 40_000), { pauseMs: 30_000 })
  t.same(decide(job({ waited_ms: 10_001 }), failure, 40_000), goneOn)
})

t.test('a refusal is final, and another failure is tried again until the last attempt', async (t) => {
  t.same(decide(job(), { failed: 'provider_refused' }), goneOn)
  for (const failed of ['provider_unavailable', 'timed_out', 'unreadable', 'too_large'] as const) {
    t.same(decide(job(), { failed }), { failed })
    t.same(decide(job({ attempts: attemptsMax - 1 }), { failed }), { failed })
    t.same(decide(job({ attempts: attemptsMax }), { failed }), goneOn)
  }
})

t.test('a search that refuses for ever fails the job, with a category', async (t) => {
  const { context, engine } = await newWeb(t, {})
  const id = await enqueue(context, 'source_search')
  engine.failures = [429, 429]
  t.match(await advanceOnce(context, 'source_search'), { waiting: true })
  await endWaits(context, 'source_search')
  await advanceOnce(context, 'source_search')
  t.match(await readStatus(context, id), { status: 'failed', errorCategory: 'rate_limited' })
})
