import t from 'tap'
import { isPublic } from '#src/contract/operations.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { researchKey } from '../support/settings.ts'
import { converse } from '../support/sockets.ts'
import { createTestContext } from '../support/test-context.ts'
import { admits, type ExampleRequest, exampleRequests } from './requests.ts'

const isHealth = ({ operation }: ExampleRequest) => operation.tag === 'health'
const [ofKey] = exampleRequests.filter(({ operation }) => admits(operation, 'researchKey')) as [ExampleRequest]

t.test('a caller over its rate limit is 429 at every operation but health', async (t) => {
  const context = await createTestContext(t, { RATE_CALLER_PER_MINUTE: '1', RATE_ANONYMOUS_PER_MINUTE: '1' })
  const session = `/api/artist/${context.artistId}/interview/session`
  t.equal((await context.call('owner', 'GET', session)).status, 200)
  // A refused credential has a count of its own; an open operation uses the address's one request.
  t.equal((await context.call(null, 'GET', `/api/onboarding/${context.artistId}/state`)).status, 200)
  t.equal((await context.call(null, 'GET', '/api/research/advance')).status, 200, 'the one of the scheduler')
  for (const request of exampleRequests) {
    const { operation, method, url, body } = request
    const subject = isPublic(operation) ? null : 'owner'
    const answer = await context.call(subject, method, url(context.artistId), body)
    if (isHealth(request)) {
      t.equal(answer.status, 200, operation.id)
      continue
    }
    t.match(answer, { status: 429, body: { code: 'rate_limited' } }, operation.id)
    const seconds = Number(answer.headers['retry-after'])
    t.ok(seconds >= 1 && seconds <= 60, `${operation.id}: the rest of the minute`)
  }
  t.equal((await context.call('admin', 'GET', session)).status, 200, 'another user has a limit of its own')
})

t.test('a research key is limited by the address that sends it', async (t) => {
  const { app, artistId } = await createTestContext(t, { RESEARCH_KEY: researchKey, RATE_CALLER_PER_MINUTE: '1' })
  const { method, url } = ofKey
  const statusFrom = async (remoteAddress: string) => {
    const headers = { 'x-service-research-key': researchKey }
    return (await app.inject({ method, url: url(artistId), headers, remoteAddress })).statusCode
  }
  t.not(await statusFrom('203.0.113.8'), 429)
  t.equal(await statusFrom('203.0.113.8'), 429)
  t.not(await statusFrom('203.0.113.9'), 429, 'another machine with the same key')
})

t.test('every 4 KiB of a body count as one more request, also of a body that is refused', async (t) => {
  const { artistId, base, call, token } = await createListeningContext(t, { RATE_CALLER_PER_MINUTE: '4' })
  const path = `/api/onboarding/${artistId}/chat`
  const statusOf = async (subject: string, bytes: number) =>
    (await call(subject, 'POST', path, '['.repeat(bytes))).status
  t.equal(await statusOf('owner', 3 * 4_096), 400, 'it is the first and counts as four')
  t.equal(await statusOf('owner', 2), 429)
  const statuses: number[] = []
  for (let at = 0; at < 5; at += 1) statuses.push(await statusOf('admin', 4_095))
  t.same(statuses, [400, 400, 400, 400, 429], 'shorter ones count as one')
  const types = 'Content-Type: application/json\r\n'.repeat(2)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${await token('other-owner')}\r\n`
  const { answers } = await converse(base, `${head}${types}Content-Length: 12288\r\n\r\n${'['.repeat(12_288)}`)
  t.match(answers[0]?.body, /Content-Type: is given more than once/)
  t.equal(await statusOf('other-owner', 2), 429, 'nor is one free that is refused for its headers')
})

t.test('a costly operation has a stricter limit besides the common one', async (t) => {
  const context = await createTestContext(t, { RATE_COSTLY_PER_MINUTE: '1' })
  const costly = exampleRequests.filter(({ operation }) => operation.isCostly)
  const [first, ...others] = costly.map(
    ({ method, url, body }) =>
      () =>
        context.call('owner', method, url(context.artistId), body),
  )
  t.not((await first?.())?.status, 429)
  for (const [at, call] of others.entries()) t.equal((await call()).status, 429, `${costly[at + 1]?.operation.id}`)
  t.equal((await context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`)).status, 200)
})

t.test('refused credentials are counted by address, and a valid one from the same address is served', async (t) => {
  const context = await createTestContext(t, { RATE_ANONYMOUS_PER_MINUTE: '3' })
  const session = `/api/artist/${context.artistId}/interview/session`
  const bad = (at: number) =>
    context.call(null, 'GET', session, undefined, at % 2 === 0 ? {} : { authorization: 'Bearer not.a.token' })
  const statuses: number[] = []
  for (let at = 0; at < 5; at += 1) statuses.push((await bad(at)).status)
  t.same(statuses, [401, 401, 401, 429, 429])
  t.match(await bad(0), { body: { code: 'rate_limited' }, headers: { 'retry-after': /^\d+$/ } })
  t.equal((await context.call('owner', 'GET', session)).status, 200)
  t.equal((await context.call(null, 'GET', `/api/onboarding/${context.artistId}/state`)).status, 200)
  const { statusCode } = await context.app.inject({ url: session, remoteAddress: '203.0.113.9' })
  t.equal(statusCode, 401, 'another address')
})

t.test('the networks of one IPv6 site share a limit of twice that of one network', async (t) => {
  const { app } = await createTestContext(t, { RATE_ANONYMOUS_PER_MINUTE: '2', TRUST_PROXY: 'loopback' })
  const artist = '/api/onboarding/0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11/state'
  const statusFrom = async (address: string, url: string = artist) =>
    (await app.inject({ url, headers: { 'x-forwarded-for': address } })).statusCode
  for (const url of [artist, '/', '/api/artist/x/interview/session', '/api/research/advance']) {
    const statuses: number[] = []
    for (let network = 1; network <= 6; network += 1) statuses.push(await statusFrom(`2001:db8:7:${network}::1`, url))
    t.same(
      statuses.map((status) => status === 429),
      [false, false, false, false, true, true],
      url,
    )
    t.not(await statusFrom('2001:db8:8:1::1', url), 429, 'another site')
  }
  const busy: number[] = []
  for (let call = 0; call < 3; call += 1) busy.push(await statusFrom('2001:db8:9:1::1'))
  t.equal(busy.at(-1), 429, 'one network has the limit of an address')
})

t.test('a missing or short research key in the settings is 503 not_configured, counted by address', async (t) => {
  for (const key of [undefined, 'short-key']) {
    const context = await createTestContext(t, { RESEARCH_KEY: key, RATE_ANONYMOUS_PER_MINUTE: '2' })
    const warned: unknown[] = []
    t.intercept(context.app.log, 'warn', { value: (...words: unknown[]) => void warned.push(words) })
    const { method, url } = ofKey
    const send = () =>
      context.call(null, method, url(context.artistId), undefined, { 'x-service-research-key': researchKey })
    const answer = await send()
    t.match(answer, { status: 503, body: { code: 'not_configured' } })
    t.notOk(answer.headers['retry-after'], 'without a promise')
    t.same([(await send()).status, (await send()).status], [503, 429])
    t.equal(warned.length, 1, 'one warning')
  }
})

t.test('a page for people is limited by address', async (t) => {
  const { app } = await createTestContext(t, { RATE_ANONYMOUS_PER_MINUTE: '7', CHAOS: 'on-demand' })
  const urls = ['/', '/openapi.json', '/openapi.yaml', '/docs', '/console', '/sandbox/requests', '/sandbox/report']
  const get = async (url: string) => await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  for (const url of urls) t.equal((await get(url)).statusCode, url === '/' ? 302 : 200, url)
  for (const url of urls) {
    const answer = await get(url)
    t.equal(answer.statusCode, 429, url)
    t.ok(Number(answer.headers['retry-after']) >= 1, url)
  }
})
