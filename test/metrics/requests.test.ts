import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { addUser, createTestContext } from '../support/test-context.ts'
import { scrape } from './scrape.ts'

const context = await createTestContext(t, { RATE_COSTLY_PER_MINUTE: '3' })
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
  const longest = series.get(
    'sittings_http_request_duration_seconds_bucket{le="60",operation_id="readArtistBrief",method="GET",status="200"}',
  )
  t.equal(longest, 2)
})

t.test('failures are counted by their code, and so are refusals of the rate limit', async (t) => {
  const question = `/api/artist/${context.artistId}/research/questions`
  const limited = { topic: 'The pump organ', evidenceNeed: 'reporting' }
  const statuses: number[] = []
  for (let call = 0; call < 5; call += 1)
    statuses.push((await context.call('admin', 'POST', question, { ...limited, topic: `Organ ${call}` })).status)
  t.ok(statuses.includes(429))
  const { series } = await scrape(context.app)
  t.equal(series.get('sittings_http_problems_total{operation_id="readArtistBrief",code="not_your_artist"}'), 1)
  t.ok(
    Number(series.get('sittings_http_problems_total{operation_id="requestQuestionResearch",code="rate_limited"}')) > 0,
  )
})

t.test('input that never became a request is counted once', async (t) => {
  const name = 'sittings_http_problems_total{operation_id="none",code="invalid_request"}'
  const before = (await scrape(context.app)).series.get(name) ?? 0
  await context.app.inject('/%zz')
  t.equal((await scrape(context.app)).series.get(name), before + 1, 'a path that is none')
  await context.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = context.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1').end('GARBAGE\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
  t.equal((await scrape(context.app)).series.get(name), before + 2, 'bytes that are no HTTP')
})

t.test('requests in flight are those without a response yet', async (t) => {
  const { series } = await scrape(context.app)
  t.equal(series.get('sittings_http_requests_in_flight'), 1, 'the scrape itself')
})

t.test('the pool and the process have metrics', async (t) => {
  const { series } = await scrape(context.app)
  t.ok(Number(series.get('sittings_database_pool_connections{state="idle"}')) >= 1)
  t.equal(series.get('sittings_database_pool_waiting'), 0)
  t.ok(Number(series.get('process_resident_memory_bytes')) > 0)
  t.ok(series.has('nodejs_eventloop_lag_p99_seconds'))
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
