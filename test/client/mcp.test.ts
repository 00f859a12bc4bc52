import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t, { type Test } from 'tap'
import { formats } from '#src/contract/formats.ts'
import { serveHttp } from '../../scripts/mcp/http.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { startServer } from '../support/local-server.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { local, overHttp, overStdio, program, start } from './mcp-client.ts'

const transports = {
  stdio: (t: Test, baseUrl: string, token: string) => overStdio(t, baseUrl, { SITTINGS_TOKEN: token }),
  'streamable HTTP': (t: Test, baseUrl: string, token: string) => overHttp(t, baseUrl, token, true),
}

for (const [name, open] of Object.entries(transports))
  t.test(`in an agent’s sitting the person revises, sets a boundary, corrects the Lore, over ${name}`, async (t) => {
    const context = await createListeningContext(t)
    const source = await context.addSource('She said “we kept the first take”, and then she laughed.')
    const { call } = await open(t, context.base, await context.token('owner'))
    const id = context.artistId
    t.match(await call('listMyArtists', {}), { artists: [{ id }] })
    t.match(await call('readArtistBrief', { id }), { status: 'ok' })
    const { passages } = await call('searchArtistEvidence', { id, query: 'first take', limit: 1 })
    t.match(passages, [{ source: { sourceId: source.sourceId }, text: source.text }])
    const { session, memorySnapshotId, nextOrdinal } = await call('prepareQuestion', { id })
    t.match(session, { state: 'active', questions: { length: 0 } })
    const again = await call('prepareQuestion', { id })
    t.same([again.session.id, again.memorySnapshotId], [session.id, memorySnapshotId], 'no second sitting')
    const citation = buildCitation(source, 'we kept the first take')
    const offer = { id, sessionId: session.id, ordinal: nextOrdinal, memorySnapshotId, question: 'What did it have?' }
    const { start, end } = citation
    const shifted = { ...offer, references: [{ ...citation, start: start + 1, end: end + 1 }] }
    t.match(await call('offerInterviewQuestion', shifted), {
      code: 'evidence_changed',
      references: [{ index: 0, standsInWindow: 'e kept the first take”', quoteStandsAt: { start, end } }],
    })
    const offered = await call('offerInterviewQuestion', { ...offer, references: [{ ...citation, entryId: null }] })
    const answer = {
      id,
      answerId: offered.question.id,
      expectedRevision: offered.question.revision,
      answer: 'The bell. 🔔',
    }
    t.match(await call('saveInterviewAnswer', answer), { question: { state: 'answered', answer: 'The bell. 🔔' } })
    t.match(await call('saveInterviewAnswer', { ...answer, answer: 'Rain.' }), {
      code: 'revision_changed',
      httpStatus: 409,
      requestId: String,
    })
    t.match(await call('readInterviewMemory', { id }), { latestAnswer: { entryId: offered.question.id } })
    const { question } = await call('saveInterviewAnswer', answer)
    const revised = { id, answerId: question.id, expectedRevision: question.revision, answer: 'A bell.', note: null }
    t.match(await call('reviseInterviewResponse', revised), { response: { answer: 'A bell.' }, isCurrent: true })
    const boundary = { id, questionKey: question.questionKey, wording: 'No families, please.', scope: 'sitting' }
    t.match(await call('saveInterviewBoundary', boundary), { boundary: { wording: 'No families, please.' } })
    t.match(await call('prepareQuestion', { id }), {
      nextOrdinal: 2,
      memory: { entries: [{}, { kind: 'boundary' }] },
    })
    t.match(await call('finishInterviewSitting', { id, sessionId: session.id }), { session: { state: 'finished' } })
    t.match(await call('readResearchStatus', { id, limit: 1 }), { jobs: [{ kind: 'lore_refresh' }] })

    await advanceUntilIdle(context)
    const { lore } = await call('readArtistLore', { id })
    const claim = source.text
    const from = lore.text.indexOf(claim)
    t.ok(from > 0, 'the source is printed')
    const passage = { id, loreRevision: lore.revision, start: from, end: from + claim.length }
    const corrected = await call('correctLore', { ...passage, correction: 'She kept the third take.' })
    t.match(corrected, { correction: { claim, correction: 'She kept the third take.' } })
    t.match(
      await call('correctLore', { ...passage, start: lore.text.length, end: lore.text.length + 1, correction: null }),
      {
        status: 'error',
        code: String,
      },
    )
    await advanceUntilIdle(context)
    t.notMatch((await call('readArtistLore', { id })).lore.text, claim, 'what was corrected is not repeated')
  })

t.test('a tool may what the caller’s own token may, and nothing without one', async (t) => {
  const context = await createListeningContext(t)
  const id = context.artistId
  const stranger = await overHttp(t, context.base, await context.token('stranger'))
  t.match(await stranger.call('readArtistBrief', { id }), { code: 'not_your_artist', httpStatus: 403 })
  t.match(await stranger.call('prepareQuestion', { id }), { code: 'not_your_artist', httpStatus: 403 })
  const nameless = await overHttp(t, context.base)
  for (const name of ['readArtistBrief', 'prepareQuestion'])
    t.match(await nameless.call(name, { id }), { code: 'not_signed_in', httpStatus: 401 })
  t.same(await context.db.selectFrom('interview_sessions').select('id').execute(), [], 'nothing was started')
})

t.test('the schema of each tool stands by itself, and what it refuses is refused by the field’s name', async (t) => {
  const { base } = await createListeningContext(t)
  const { client, call } = await overHttp(t, base)
  const { tools } = await client.listTools()
  t.equal(tools.length, 15)
  const ajv = new Ajv2020({ strict: false, formats })
  const validate = new Map(tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]))
  // A list of the caller's artists needs no argument.
  for (const { name } of tools.filter(({ name }) => name !== 'listMyArtists')) {
    for (const args of [{}, { id: 'mara' }]) {
      t.notOk(validate.get(name)?.(args))
      t.match(
        await call(name, args),
        { code: 'invalid_request', error: /^(id|sessionId|sourceId|answerId|query|questionKey|loreRevision): / },
        name,
      )
    }
  }
  await t.rejects(client.callTool({ name: 'reviewDiscovery', arguments: {} }), /There is no tool reviewDiscovery/)
})

t.test('over HTTP a page of another origin is refused, and so is what is no call', async (t) => {
  const { url, close } = await serveHttp('http://127.0.0.1:9', local)
  t.teardown(close)
  const post = async (headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', headers, body: '{' })).status
  t.equal(await post({ origin: 'http://a.example' }), 403)
  t.equal(await post({ 'content-type': 'application/json', 'content-length': String(2 ** 21) }).catch(() => 413), 413)
  t.equal(await post({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' }), 400)
  t.equal((await fetch(url)).status, 405)
  t.equal((await fetch(new URL('/', url))).status, 404)
})

t.test('a wrong start is refused in one line that names the option or the variable', async (t) => {
  const help = await start(['--help'])
  t.match(help, { code: 0, stdout: /--http <port>[\s\S]*SITTINGS_URL[\s\S]*SITTINGS_TOKEN/ })
  t.match(await start(['--http']), { code: 1, stderr: /^error: option '--http <port>' argument missing\n$/ })
  t.match(await start(['--http', 'x']), { code: 1, stderr: /^error: .*--http.* from 0 to 65535\.\n$/ })
  const wrong = await start([], { SITTINGS_URL: 'here' })
  t.match(wrong, { code: 1, stderr: /^error: SITTINGS_URL: here is not the address of a service\n$/ })
  const { url, close } = await serveHttp('http://127.0.0.1:1', local)
  t.teardown(close)
  const { port } = new URL(url)
  t.match(await start(['--http', port]), { code: 1, stderr: /^error: --http \d+: listen EADDRINUSE.*\n$/ })
  t.match(await start([]), { code: 0, stderr: /^none of SITTINGS_TOKEN, .* is set/ }, 'its client is gone')
  const both = { SITTINGS_TOKEN: 'a', SITTINGS_TOKEN_FILE: 'b' }
  t.match(await start([], both), { code: 1, stderr: /^error: set only one of SITTINGS_TOKEN, SITTINGS_TOKEN_FILE\n$/ })
})

t.test('every request is answered, and null stands for what is absent', async (t) => {
  const context = await createListeningContext(t)
  const env = { PATH: process.env.PATH, SITTINGS_URL: context.base, SITTINGS_TOKEN: await context.token('owner') }
  const requests = [
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"listMyArtists","arguments":null}}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"listMyArtists","arguments":{"limit":null,"cursor":null}}}',
    '{"jsonrpc":"2.0","id":4,"method":7}',
    '{"jsonrpc":"2.0","id":5,"method":"no/such"}',
    'not JSON',
  ]
  const started = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  t.teardown(() => started.kill())
  // In pieces, since a pipe may cut a message anywhere.
  const bytes = Buffer.from(`${requests.join('\n')}\n`)
  for (const end of [100, bytes.length]) started.stdin.write(bytes.subarray(end === 100 ? 0 : 100, end))
  const answers: Loose[] = []
  for await (const line of createInterface(started.stdout))
    if (answers.push(JSON.parse(line)) === requests.length) break
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  t.equal(byId.get(1).result.tools.length, 15)
  for (const id of [2, 3]) t.match(byId.get(id).result.structuredContent, { artists: [{ id: context.artistId }] })
  t.equal(byId.get(4).error.code, -32_600)
  t.equal(byId.get(5).error.code, -32_601)
  t.equal(byId.get(null).error.code, -32_700)
})

t.test('a person starts a sitting from the prompt, and attaches the Lore and a source', async (t) => {
  const context = await createListeningContext(t)
  const source = await context.addSource('She said “we kept the first take”, and then she laughed.')
  const { client } = await overHttp(t, context.base, await context.token('owner'))
  const { prompts } = await client.listPrompts()
  const { messages } = await client.getPrompt({ name: String(prompts[0]?.name), arguments: { topic: 'the tapes' } })
  t.match(messages[0], { role: 'user', content: { text: /talk about: the tapes[\s\S]*finishInterviewSitting/ } })
  for (const name of Object.keys(Object.groupBy((await client.listTools()).tools, (tool) => tool.name)))
    if (/^(offer|save|correct|finish|revise)/.test(name)) t.match(JSON.stringify(messages), name)
  await t.rejects(client.getPrompt({ name: 'no_such' }), /There is no prompt no_such/)
  const { resources } = await client.listResources()
  t.equal(resources.length, 2)
  const texts = await Promise.all(resources.map(async ({ uri }) => (await client.readResource({ uri })).contents[0]))
  t.match(texts, [{ text: '' }, { text: source.text, _meta: { revision: source.revision, nextStart: null } }])
  const { contents } = await client.readResource({ uri: `${resources[1]?.uri}?start=9` })
  t.match(contents, [{ text: source.text.slice(9) }])
  for (const uri of ['sittings://artist/x', `sittings://artist/${context.artistId}/source/vault:none`])
    await t.rejects(client.readResource({ uri }), uri)
  const stranger = await overHttp(t, context.base, await context.token('stranger'))
  await t.rejects(stranger.client.readResource({ uri: String(resources[0]?.uri) }), /not_your_artist/)
})

t.test('the token comes from a file or a command, which runs again when the service refuses its token', async (t) => {
  const context = await createListeningContext(t)
  const folder = await mkdtemp(join(tmpdir(), 'sittings-test-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'token')
  await writeFile(file, 'expired\n')
  const token = await context.token('owner')
  const byFile = await overStdio(t, context.base, { SITTINGS_TOKEN_FILE: file })
  t.match(await byFile.call('listMyArtists', {}), { code: 'not_signed_in' })
  // The first run finds the expired token, the second one the new token.
  const byCommand = await overStdio(t, context.base, {
    SITTINGS_TOKEN_COMMAND: `cat ${file}; printf ${token} > ${file}`,
  })
  t.match(await byCommand.call('listMyArtists', {}), { artists: [{ id: context.artistId }] })
  t.match(await byFile.call('listMyArtists', {}), { artists: [{ id: context.artistId }] })
})

t.test('over HTTP the service sees the address of each caller', async (t) => {
  const { base, requests } = await startServer(t, (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end('{"status":"error","code":"not_signed_in","error":"Not signed in"}')
  })
  const { call } = await overHttp(t, base, 'none')
  t.match(await call('listMyArtists', {}), { code: 'not_signed_in' })
  t.match(requests, [{ headers: { 'x-forwarded-for': '127.0.0.1' } }])
})

t.test('a service that does not answer is named', async (t) => {
  const { call } = await overStdio(t, 'http://127.0.0.1:1', { SITTINGS_TOKEN: 'none' })
  const refused = await call('listMyArtists', {})
  t.match(refused, { code: 'unknown_outcome', error: /Does the service at http:\/\/127\.0\.0\.1:1 run\?$/ })
})
