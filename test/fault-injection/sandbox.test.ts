import t, { type Test } from 'tap'
import { operationContracts } from '#src/contract/document.ts'
import { createArtistClient, createClient } from '../../src/clients/typescript/index.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { buildCitation, createTestContext } from '../support/test-context.ts'

const text = 'She said “we kept the first take” 🔔, and then she laughed.'

async function openSandbox(t: Test) {
  const context = await createListeningContext(t, { CHAOS: 'on-demand' })
  const source = await context.addSource(text)
  const artist = `/api/artist/${context.artistId}`
  const report = async () => (await context.app.inject('/sandbox/report')).json()
  const kinds = async () => (await report()).misuses.map(({ kind }: { kind: string }) => kind)
  const start = (requestId: string, headers?: Record<string, string>) =>
    context.call('owner', 'POST', `${artist}/interview/session`, { requestId }, headers)
  return { context, source, artist, report, kinds, start }
}

const asking = (fault: string) => ({ 'x-chaos': fault })

t.test('a client that follows the contract has no misuse, and the report says what it met', async (t) => {
  const { context, source, report } = await openSandbox(t)
  t.match((await report()).summary, /^sandbox: 0 requests, 0 of \d+ operations, 0 of \d+ outcomes, no misuse$/)
  // The first start is refused, with a second to wait; the first finish gets no response.
  const faults: Record<string, string> = { session: '503', finish: 'lost-request' }
  const client = createClient({
    baseUrl: context.base,
    token: await context.token('owner'),
    fetch: (url, init) => {
      const last = String(url).split('/').at(-1) ?? ''
      const headers = { ...(init?.headers as Record<string, string>), ...asking(faults[last] ?? 'none') }
      faults[last] = 'none'
      return fetch(url, { ...init, headers })
    },
  })
  const artist = createArtistClient(client, context.artistId)
  const session = await artist.start()
  const prepare = () => ({
    question: 'What did the first take have?',
    references: [buildCitation(source, 'first take” 🔔')],
  })
  await artist.answer(await artist.offer({ session, ordinal: 1, prepare }), 'The bell. 🔔')
  await artist.finish(session)
  const { misuses, operations, summary } = await report()
  t.same(misuses, [])
  const find = (id: string) => operations.find((one: { operationId: string }) => one.operationId === id)
  const started = find('startInterviewSitting')
  t.equal(started.covered.length, 2, 'a refusal and a success')
  t.equal(started.covered[0], 'success')
  t.ok(started.missing.includes('invalid_artist_id'))
  t.notOk(started.missing.includes('success'), 'what it met is not missing')
  t.notOk(find('checkHealth').missing.includes('invalid_artist_id'), 'it names no artist')
  t.equal(operations.length, operationContracts.size)
  t.match(summary, /^sandbox: \d+ requests, 5 of \d+ operations, \d+ of \d+ outcomes, no misuse$/)
  await context.call('owner', 'GET', '/api/artist/none/interview/session')
  const restored = (await report()).operations.find(
    (one: { operationId: string }) => one.operationId === 'restoreInterview',
  )
  t.same(restored.covered, ['invalid_artist_id'], 'a refused request is no success')
})

t.test('the same body after a conflict is a misuse, unless the client has read again', async (t) => {
  const { context, artist, kinds, start } = await openSandbox(t)
  const requestId = crypto.randomUUID()
  await start(requestId, asking('409'))
  await context.call('owner', 'GET', `${artist}/interview/session`)
  await start(requestId, asking('409'))
  t.same(await kinds(), [])
  await context.call('owner', 'GET', `${artist}/interview/responses?limit=0`)
  await start(requestId)
  t.same(await kinds(), ['same_body_after_conflict'])
})

t.test('a new requestId after a lost reply is a misuse, and the same one is none', async (t) => {
  const { kinds, start } = await openSandbox(t)
  const requestId = crypto.randomUUID()
  for (const fault of ['lost-commit', 'lost-commit']) await start(requestId, asking(fault))
  t.same(await kinds(), ['retry_before_retry_after'], 'the first named a second to wait')
  await start(crypto.randomUUID())
  t.same(await kinds(), ['retry_before_retry_after', 'new_request_id_after_lost_reply'])
})

t.test('a page after cursor_stale is a misuse until the listing starts again', async (t) => {
  const { context, artist, kinds } = await openSandbox(t)
  const page = (query: string, headers?: Record<string, string>) =>
    context.call('owner', 'GET', `${artist}/interview/responses${query}`, undefined, headers)
  await page('?cursor=abc.0123456789abcdef', asking('cursor_stale'))
  await page('')
  await page('?cursor=def.0123456789abcdef', asking('cursor_stale'))
  t.same(await kinds(), [])
  await context.call('owner', 'GET', `${artist}/interview/session`)
  await page('?cursor=def.0123456789abcdef')
  t.same(await kinds(), ['page_after_stale_cursor'])
})

t.test('an offer without its memory, and offsets in other units, are misuses', async (t) => {
  const { context, source, artist, kinds, start } = await openSandbox(t)
  const { body } = await start(crypto.randomUUID())
  const citation = buildCitation(source, 'first take” 🔔')
  const offer = (reference: object) =>
    context.call('owner', 'POST', `${artist}/interview/session/${body.session.id}/offer`, {
      ordinal: 1,
      memorySnapshotId: 'a'.repeat(64),
      question: 'What did the first take have?',
      references: [reference],
    })
  const { start: from, quote } = citation
  t.match(await offer({ start: from, end: citation.end }), { status: 400 })
  t.same(await kinds(), [], 'a request that is refused is no offer, and its quote may be missing')
  for (const chars of [quote.length + 7, [...quote].length, Buffer.byteLength(quote)])
    await offer({ ...citation, end: from + chars })
  const [without, units] = ['offer_without_memory', 'offsets_in_other_units']
  t.same(await kinds(), [without, without, units, without, units], 'code points and bytes')
})

t.test('the requests are listed without their texts, and only where the sandbox is asked for', async (t) => {
  const { context, artist, start } = await openSandbox(t)
  const requestId = crypto.randomUUID()
  await start(requestId, asking('503'))
  await context.call('owner', 'POST', `${artist}/interview/session`, { requestId, note: 'a secret of mine' })
  const { requests } = (await context.app.inject('/sandbox/requests')).json()
  t.match(requests, [
    { operationId: 'startInterviewSitting', status: 503, requestId, fault: String, retryAfterMs: 1_000 },
    { operationId: 'startInterviewSitting', status: 400, code: 'invalid_request' },
  ])
  t.notMatch(JSON.stringify(requests), /a secret of mine/)
  for (let more = 0; more < 999; more += 1) await context.app.inject('/api/health')
  const newest = (await context.app.inject('/sandbox/requests')).json().requests
  t.equal(newest.length, 1_000)
  t.match(newest[0], { status: 400 }, 'the oldest was forgotten')
  const { app } = await createTestContext(t)
  for (const path of ['/sandbox/requests', '/sandbox/report']) t.equal((await app.inject(path)).statusCode, 404)
})
