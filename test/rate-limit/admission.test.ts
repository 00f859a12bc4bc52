import { request } from 'node:http'
import t, { type Test } from 'tap'
import { enqueue } from '../research/slices.ts'
import { startSitting } from '../sessions/interview.ts'
import { isLockAwaited } from '../support/citus.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { holdLocks } from '../support/locks.ts'
import { longDatabaseTimeouts } from '../support/settings.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

/** @param network of one site of IPv6, where the proxy is trusted */
const advance = ({ call }: TestContext, network = 0) =>
  call(null, 'POST', '/api/research/advance', undefined, { 'x-forwarded-for': `2001:db8:7:${network}::1` })
const overloaded = { status: 503, body: { status: 'error', code: 'overloaded' } }

/** Blocks every request that needs the artist's row, until it is released. */
const holdArtist = (t: Test, context: TestContext) => hold(t, context, 'select from artists for update')

async function hold(t: Test, { database }: TestContext, statement: string): Promise<() => Promise<void>> {
  const { end } = await holdLocks(database, statement)
  t.teardown(() => end())
  return () => end()
}

const claimed = async ({ db }: TestContext) =>
  (await db.selectFrom('artist_research_jobs').select('id').where('lease_token', 'is not', null).execute()).length

t.test('anonymous slices beyond the share of a site are 429 with Retry-After; no more run', async (t) => {
  const limits = { ANONYMOUS_AT_ONCE_MAX: '1', ANONYMOUS_PER_SECOND_MAX: '4', TRUST_PROXY: 'loopback' }
  const context = await createTestContext(t, { ...limits, ...longDatabaseTimeouts })
  await enqueue(context, 'lore_refresh')
  const release = await holdArtist(t, context)
  const working = advance(context)
  await pollUntil(async () => (await claimed(context)) === 1)
  const answers = Array.from({ length: 10 }, (_, network) => advance(context, network))
  const refused = await Promise.race(answers)
  t.match(refused, { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '1' } })
  t.match(await context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`), { status: 200 })
  await release()
  t.match(await working, { status: 200 })
  const served = (await Promise.all(answers)).filter(({ status }) => status === 200)
  t.ok(served.length <= 2, 'half of the places; fewer where the machine keeps them too long')
})

t.test('a client that disconnects keeps its permit until its slice has ended', async (t) => {
  const context = await createListeningContext(t, { ANONYMOUS_AT_ONCE_MAX: '1', ANONYMOUS_PER_SECOND_MAX: '2' })
  await enqueue(context, 'lore_refresh')
  const release = await holdArtist(t, context)
  const call = request(`${context.base}/api/research/advance`, { method: 'POST' }).on('error', () => {})
  call.end()
  await pollUntil(async () => (await claimed(context)) === 1)
  call.destroy()
  const answers = [advance(context), advance(context), advance(context)]
  t.match(await Promise.race(answers), { status: 429 }, 'its place is still taken')
  await release()
  await Promise.all(answers)
})

t.test('requests beyond the limit of concurrent work are 503; health is served all the same', async (t) => {
  const context = await createTestContext(t, { REQUESTS_AT_ONCE_MAX: '1', ...longDatabaseTimeouts })
  const { finish, sendOffer, session } = await startSitting(context)
  const release = await holdArtist(t, context)
  const working = finish(session)
  await pollUntil(() => isLockAwaited(context.db))
  const refused = await finish(session)
  t.match(refused, overloaded)
  t.ok(Number(refused.headers['retry-after']) >= 1)
  const large = await sendOffer(session, 'x'.repeat(1_000_000))
  t.match(large, overloaded, 'before its body is received, which would be 413')
  t.match(await context.call(null, 'GET', '/api/health'), { status: 200 })
  await release()
  t.match(await working, { status: 200 })
  t.match(await finish(session), { status: 200 })
})

t.test('a request that is refused early releases its permit', async (t) => {
  const context = await createTestContext(t, { REQUESTS_AT_ONCE_MAX: '1' })
  const question = { topic: 'the first stage', evidenceNeed: 'credits', fromDate: '2026-02-02', toDate: '2026-02-01' }
  const path = `/api/artist/${context.artistId}/research/questions`
  for (let at = 0; at < 3; at += 1) {
    t.match(await context.call('owner', 'POST', path, question), { status: 400, body: { code: 'invalid_request' } })
  }
})

t.test('the scheduler’s operation queues where it is open, and only there', async (t) => {
  const secret = 'a scheduler secret, of any characters!'
  for (const [env, expected] of [
    [{}, 429],
    [{ CRON_SECRET: secret }, 200],
  ] as const) {
    const context = await createTestContext(t, { ANONYMOUS_AT_ONCE_MAX: '1', ANONYMOUS_PER_SECOND_MAX: '1', ...env })
    await enqueue(context, 'lore_refresh')
    const release = await holdArtist(t, context)
    const working = advance(context)
    await pollUntil(async () => (await claimed(context)) === 1)
    const waiting = advance(context)
    const headers = 'CRON_SECRET' in env ? { authorization: `Bearer ${secret}` } : {}
    const entry = await context.call(null, 'GET', '/api/research/advance', undefined, headers)
    t.equal(entry.status, expected)
    await release()
    await Promise.all([working, waiting])
  }
})

t.test('a request that waits for a place when the service stops is 503 shutting_down at once', async (t) => {
  const context = await createTestContext(t)
  const release = await hold(t, context, 'lock table sources in access exclusive mode')
  const codes: string[] = []
  const searches = Array.from({ length: 60 }, async () => {
    const path = `/api/artist/${context.artistId}/knowledge/search?query=bell`
    const { body } = await context.call('owner', 'GET', path)
    codes.push(body.code ?? body.status)
  })
  await pollUntil(() => codes.length === 10)
  const closing = context.app.close()
  await pollUntil(() => codes.includes('shutting_down'))
  t.notOk(codes.includes('ok'), 'before any other has ended')
  await release()
  await Promise.all([...searches, closing])
})
