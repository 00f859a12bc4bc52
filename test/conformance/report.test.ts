import t from 'tap'
import { createCall } from '#src/clients/conformance/call.ts'
import { closeSitting } from '#src/clients/conformance/checks/sitting-steps.ts'
import { shorten } from '#src/clients/conformance/expect.ts'
import { main } from '#src/clients/conformance/main.ts'
import { parseOptions, refusalToRunOn } from '#src/clients/conformance/options.ts'
import { createRecorder, type Finding, formatFinding } from '#src/clients/conformance/recorder.ts'
import { runChecks } from '#src/clients/conformance/run.ts'
import { renderJunit, renderSummary, summarize } from '#src/clients/conformance/summary.ts'
import { startServer } from '../support/local-server.ts'

const options = (...args: string[]) => parseOptions(['--url', 'https://a.example/v1//', ...args], {})
const wrong = 'the text is "<b>\u0001", not "a & b"'

/** A run in which two checks find the same, one operation passes and the others are not checked. */
function record() {
  const found: Finding[] = []
  const recorder = createRecorder((finding) => found.push(finding))
  for (let times = 0; times < 2; times += 1) {
    recorder.countRequest('texts', 'readArtistBrief')
    recorder.report('texts', 'readArtistBrief', 'an emoji', wrong)
  }
  recorder.report('windows', 'readArtistBrief', 'a window', wrong)
  for (const operation of ['readArtistSource', 'correctLore']) recorder.countRequest('windows', operation)
  recorder.skip('windows', 'searchArtistEvidence', 'it has no text')
  const summary = summarize([...recorder.rows.values()], options('--seed', '7') ?? (t.fail() as never), 61_449)
  return { found, summary }
}

t.test('what several checks find is one finding, which counts how often', (t) => {
  const { found, summary } = record()
  t.same(found.map(formatFinding), [`readArtistBrief [texts] an emoji: ${wrong} (2 times)`], 'reported as it is found')
  t.match(summary, { seconds: 61.4, requests: 4, mode: 'read-only', findings: 1 })
  const of = (name: string) => summary.byOperation.find(({ operation }) => operation === name)
  t.match(of('readArtistBrief'), { requests: 2, findings: 2, skipped: { length: 0 } })
  t.match(of('searchArtistEvidence'), { requests: 0, findings: 0, skipped: ['it has no text'] })
  t.match(of('saveInterviewAnswer'), { skipped: [/it writes/] })
  t.match(of('correctLore'), { requests: 1, skipped: { length: 0 } })
  t.match(of('listMyArtists'), { requests: 0, skipped: { length: 0 } })
  t.end()
})

t.test('each report says the same, each in its form', (t) => {
  const { summary } = record()
  const text = renderSummary(summary)
  t.match(text, /^readArtistBrief +failed {7}2 requests {2}2 findings$/m)
  t.match(text, /^readArtistSource +passed +1 requests$/m)
  t.match(text, /^searchArtistEvidence +skipped +0 requests {2}not checked: it has no text$/m)
  t.match(text, '1 finding in 4 requests, 61.4 s (read-only, --seed 7)')
  const junit = renderJunit(summary)
  t.match(junit, '<testsuites name="conformance" tests="5" failures="2" time="61.4">')
  t.match(junit, '<testsuite name="windows" tests="4" failures="1" skipped="1">')
  t.match(junit, '<failure message="the text is &quot;&lt;b&gt;\ufffd&quot;, not &quot;a &amp; b&quot;">')
  t.equal(junit.split('<skipped message="it has no text"/>').length, 2)
  t.end()
})

t.test('a value is shown as JSON, cut where it is long', (t) => {
  t.equal(shorten({ a: ['b'] }), '{"a":["b"]}')
  t.equal(shorten('x'.repeat(78)), `"${'x'.repeat(78)}"`)
  t.equal(shorten('x'.repeat(79)), `"${'x'.repeat(79)}…`)
  t.end()
})

t.test('an outage is a finding once it has outlasted three repeats, which follow its Retry-After', async (t) => {
  const startedMs = performance.now()
  for (const [status, code, retryAfter, sent] of [
    [503, 'overloaded', [1, 0, 0, 0], 4],
    [429, 'rate_limited', [62], 1],
    [429, 'research_busy', [0], 1],
    [500, 'internal', [], 1],
  ] as const) {
    const { base, requests } = await startServer(t, (_, reply) =>
      reply.writeHead(status, { 'retry-after': `${retryAfter[requests.length - 1]}` }).end(JSON.stringify({ code })),
    )
    const recorder = createRecorder()
    const given = options('--url', base) ?? (t.fail() as never)
    await createCall(given, recorder, 'cursors', { artist: '', known: {} })('listMyArtists', 'the artists')
    t.equal(requests.length, sent)
    const found = recorder.rows.get('cursors listMyArtists')?.findings.map(({ wrong }) => wrong)
    t.equal(found?.includes(`${status} ${code}`), status >= 500)
  }
  t.ok(performance.now() - startedMs >= 990)
})

t.test('a request without a response ends its check, which names the operation and what was sent', async (t) => {
  const { base } = await startServer(t, ({ url, socket }, reply) => (url === '/api/health' ? reply : socket).end())
  const recorder = createRecorder()
  await runChecks(options('--url', base, '--only', 'access without a credential') ?? (t.fail() as never), recorder)
  const wrong = /^ended early: \w+, no credential: fetch failed \(other side closed\)$/
  t.match(recorder.rows.get('access without a credential access without a credential')?.findings, [{ wrong }])
})

t.test('a body of null is a finding, and not the end of its check', async (t) => {
  const json = { 'content-type': 'application/json; charset=utf-8' }
  const { base } = await startServer(t, (_, reply) => reply.writeHead(401, json).end('null'))
  const recorder = createRecorder()
  const given = options('--url', base) ?? (t.fail() as never)
  await createCall(given, recorder, 'access', { artist: '', known: {} })('listMyArtists', 'no credential')
  t.match(recorder.rows.get('access listMyArtists')?.findings.at(-1), { wrong: /must be object/ })
})

t.test('what is open is ended before a sitting: legacy offers first, which are skipped', async (t) => {
  const states = [{ legacyOffers: [{ id: 'a', revision: 'b' }] }, { session: { id: 'c', state: 'active' } }]
  const sent: unknown[] = []
  const call = async (id: string, _: string, parts?: object) => {
    if (id === 'restoreInterview') return { json: states.shift() }
    return void sent.push([id, parts])
  }
  await closeSitting({ call } as never)
  t.match(sent, [
    ['saveInterviewAnswer', { path: { answerId: 'a' }, body: { expectedRevision: 'b', answer: null } }],
    ['finishInterviewSitting', { path: { sessionId: 'c' } }],
  ])
})

t.test('arguments are read exactly, or refused by their name', (t) => {
  t.match(options('--full', '--token', 'x'), {
    url: 'https://a.example/v1',
    full: true,
    token: 'x',
    cases: 30,
    only: { length: 0 },
  })
  t.equal(options('--help'), undefined)
  t.intercept(Math, 'random', { value: () => 1 - 2 ** -53 })
  t.equal(options()?.seed, 2 ** 31 - 1, 'the largest that a run without one takes')
  const refused = { '--full': /--token/, '--seed=1e3': /--seed/, '--cases=12345678901': /--cases/, '--none': /--none/ }
  for (const [arg, message] of Object.entries(refused)) t.throws(() => options(arg), { message }, arg)
  t.throws(() => parseOptions(['--url', 'a.example'], {}), { message: /--url/ })
  t.end()
})

t.test('an older Node is named at once', async (t) => {
  for (const version of ['22.0.0', '100.1.0']) t.equal(refusalToRunOn(version), undefined)
  t.intercept(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
  const said = t.capture(process.stderr, 'write', () => true)
  t.equal(await main(['--url', 'http://127.0.0.1:1'], {}), 2)
  t.match(said(), [{ args: ['Node.js 22 or newer is needed; this is 20.20.2\n'] }])
})
