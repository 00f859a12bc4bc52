import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { describeDifference } from '#src/clients/conformance/expect.ts'
import { parseOptions } from '#src/clients/conformance/options.ts'
import { createRecorder, type Finding, formatFinding } from '#src/clients/conformance/recorder.ts'
import { runChecks } from '#src/clients/conformance/run.ts'
import { createArtistClient, createClient } from '#src/clients/typescript/index.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { serveBuilt } from '../support/built.ts'
import { noteStatus } from '../support/conforms.ts'
import { longDatabaseTimeouts, researchKey, withoutLimits } from '../support/settings.ts'
import { edit, type Fault } from './fault.ts'
import { faults } from './faults.ts'
import { startFaultyProxy } from './proxy.ts'

/** Of generated texts: `CASES=10000 node test/conformance/conformance.test.ts`. */
const cases = Number(process.env.CASES ?? 30)
t.setTimeout(600_000 + cases * 160)

const run = promisify(execFile)
const seed = process.env.SEED ?? '1'

const service = await serveBuilt(t, { RESEARCH_KEY: researchKey, ...withoutLimits, ...longDatabaseTimeouts })
const [token, strangerToken] = await Promise.all([service.sign('mara'), service.sign('nell')])
process.env.SITTINGS_TEST_TOKEN = token

t.test('a difference is reported by its place', async (t) => {
  const difference = describeDifference('abcdefghijklmnop', 'abx')
  t.equal(difference, 'the text differs at 2: "x", not "cdefghijklmn" (3 code units, not 16)')
})

// The checks judge the responses of the service themselves; the ledger of the run gets them here.
const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { origin, pathname } = new URL(response.url)
  if (origin === service.base) noteStatus(init?.method ?? 'GET', pathname, response.status)
  return response
}
t.teardown(() => {
  globalThis.fetch = fetch
})

type Outcome = { findings: Finding[]; skipped: string[]; requests: Record<string, number> }

/** What the command finds at an address. */
async function findFaults(url: string, ...flags: string[]): Promise<Outcome> {
  const tokens = ['--token', token, '--stranger-token', strangerToken, '--other-artist', sampleIdentities.otherArtistId]
  const trusted = ['--administrator-token', await service.sign('editor'), '--research-key', researchKey]
  const options = parseOptions(['--url', url, ...tokens, ...trusted, '--seed', seed, ...flags], {})
  if (options === undefined) throw new Error('no options')
  const recorder = createRecorder()
  await runChecks(options, recorder)
  const rows = [...recorder.rows.values()]
  const requests = new Map<string, number>()
  for (const row of rows) requests.set(row.check, (requests.get(row.check) ?? 0) + row.requests)
  return {
    findings: rows.flatMap(({ findings }) => findings),
    skipped: rows.flatMap((row) => row.skipped),
    requests: Object.fromEntries(requests),
  }
}

/** So many requests the checks send to new samples. A change of the contract may change those of its bounds. */
const allRequests = {
  ...{ paths: 6, 'access without a credential': 120, repeats: 43, 'examples of reads': 57, 'bounds of reads': 509 },
  ...{ 'access to reads': 124, workflows: 13, 'examples of writes': 38, 'bounds of writes': 973 },
  ...{ 'access to writes': 74 },
}
/** About so many: how many pages a text or a listing has depends on the jobs that have run. */
const pageRequests = { texts: 96, cursors: 130, 'windows of sources': 42 }

t.test('the service conforms to its contract, with writes', async (t) => {
  const { findings, skipped, requests } = await findFaults(service.base, '--full')
  t.same(findings.map(formatFinding), [])
  t.same(Object.keys(requests).toSorted(), Object.keys({ ...allRequests, ...pageRequests }).toSorted())
  t.match(requests, allRequests, 'all inputs are sent')
  for (const [check, about] of Object.entries(pageRequests))
    t.ok(Number(requests[check]) >= 0.95 * about, `${check} sends all of its inputs: ${requests[check]} of ${about}`)
  t.notOk(
    skipped.find((reason) => !/fits one page|secret belongs to the scheduler/.test(reason)),
    'on new samples everything is tried',
  )
})

t.test('the texts are answered in a sitting that is finished with them', async (t) => {
  const client = createArtistClient(createClient({ baseUrl: service.base, token }), sampleIdentities.artistId)
  await client.start()
  const { findings, skipped } = await findFaults(service.base, '--full', '--only', 'texts', '--cases', String(cases))
  t.same([findings.map(formatFinding), skipped], [[], []], `SEED=${seed}`)
  t.match(await client.restore(), { session: { state: 'finished' } })
})

t.test('the entry of the scheduler is not asked, and the report says why', async (t) => {
  const { skipped } = await findFaults(service.base, '--only', 'access without a credential')
  t.same(skipped, ['it runs the queue, and its secret belongs to the scheduler alone'])
  const recorder = createRecorder()
  const only = ['--only', 'access without a credential', '--only', 'cursors', '--operation', 'listArtistSources']
  await runChecks(parseOptions(['--url', service.base, ...only], {}) ?? (t.fail() as never), recorder)
  t.same(recorder.rows.get('cursors cursors')?.skipped, ['it needs a --token'])
  t.equal(recorder.rows.get('access without a credential listArtistSources')?.requests, 3, 'what needs none is run')
  t.equal(recorder.rows.size, 2, 'for the operation that is named')
})

t.test('a step that fails is one finding of its workflow; a link at the head of the queue is none', async (t) => {
  const link = { id: randomUUID(), url: 'https://a.example/', title: null, platform: null, destination: 'link' }
  const decided = { identity: 'unresolved', curation: 'pending', reason: 'Found.', revision: '0'.repeat(64) }
  const queue = { status: 'ok', candidates: [{ ...link, ...decided, evidenceId: null }], nextCursor: null }
  const fault: Fault = {
    ...{ name: 'a link first', check: 'workflows', operation: 'listDiscoveries', says: /./ },
    response: (returning, { operationId }) => {
      if (operationId === 'listDiscoveries') returning.body = JSON.stringify(queue)
      if (operationId === 'advanceResearch')
        returning.body = JSON.stringify({ status: 'error', error: 'advance failed', ran: false })
      if (operationId === 'reviseInterviewResponse' && returning.status === 409)
        edit(returning, (body) => Object.assign(body, { code: 'request_conflict' }))
    },
  }
  const address = await startFaultyProxy(t, service.base, [fault])
  const { findings, skipped } = await findFaults(address, '--full', '--only', 'workflows')
  t.match(findings, [{ operation: 'reviseAnswer', input: 'the step revise', wrong: /status/ }])
  t.equal(findings.length, 1)
  t.ok(skipped.includes('what waits longest for a review has no text, or nothing waits'))
  t.ok(skipped.includes('a slice failed, so the work was not followed to its end'))
})

t.test('the packed command runs without the repository and writes its report', async (t) => {
  const folder = t.testdir()
  for (const name of ['conformance.tgz', 'client.tgz']) {
    const response = await fetch(`${service.base}/${name}`)
    t.same([response.status, response.headers.get('content-type')], [200, 'application/gzip'], name)
    await writeFile(join(folder, name), Buffer.from(await response.arrayBuffer()))
  }
  await run('tar', ['-xzf', 'conformance.tgz'], { cwd: folder })
  const args = [join(folder, 'package/lib/conformance/main.js'), '--url', service.base, '--junit', 'junit.xml']
  const examples = ['--only', 'examples of reads', '--only', 'examples of writes']
  const env = { PATH: process.env.PATH, SITTINGS_TOKEN: token }
  const { stdout } = await run(process.execPath, [...args, ...examples], { cwd: folder, env })
  t.match(stdout, /^0 findings in \d+ requests/m)
  const results = await readFile(join(folder, 'junit.xml'), 'utf8')
  t.match(results, 'it writes, and --full was not given')
  t.notMatch(results, /failures="[1-9]/)
  t.match(results, /<testsuites name="conformance" tests="\d+" failures="0"/)
  const ofPaths = faults.filter(({ check }) => check === 'paths')
  const faulty = await startFaultyProxy(t, service.base, ofPaths)
  const found = run(process.execPath, [...args, '--url', faulty, '--only', 'paths'], { cwd: folder, env })
  await t.rejects(found, {
    code: 1,
    stdout: /^paths \[paths\] GET \/api\/no-such-path: status 200, not 404\n[\s\S]*findings in \d+ requests/,
    stderr: /: reads only, seed \d+\n {2}paths …\n$/,
  })
  const refused = run(process.execPath, [...args, '--token', 'none'], { cwd: folder, env })
  await t.rejects(refused, { code: 2, stderr: /The token is answered 401 by [^\n]*\n--help lists the options\n$/ })
  const { stdout: help } = await run(process.execPath, [...args, '--help'], { cwd: folder })
  t.match(help, /^conformance --url URL/)
  const unreachable = run(process.execPath, [...args, '--url', 'http://127.0.0.1:9'], { cwd: folder })
  await t.rejects(unreachable, { code: 2, stderr: /No response from .* \(.+\)/ })
})

t.test('a planted fault is found, and named by operation, input and what is wrong', async (t) => {
  for (const [check, planted] of Map.groupBy(faults, (fault) => fault.check)) {
    const address = await startFaultyProxy(t, service.base, planted)
    const named = planted.flatMap(({ operation }) => (operation === 'paths' ? [] : ['--operation', operation]))
    const { findings } = await findFaults(address, '--full', '--only', check, ...named)
    for (const { name, operation, says } of planted) {
      const isFound = findings.some((finding) => finding.operation === operation && says.test(finding.wrong))
      t.ok(isFound, name, { found: findings.map(formatFinding).slice(0, 20) })
    }
  }
})
