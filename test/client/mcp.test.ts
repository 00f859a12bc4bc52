import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t, { type Test } from 'tap'
import { formats } from '#src/contract/formats.ts'
import { serveHttp } from '../../scripts/mcp/http.ts'
import { buildCitation, createTestContext, type Loose } from '../support/test-context.ts'

const program = fileURLToPath(new URL('../../scripts/mcp.ts', import.meta.url))

/** A client of the SDK; `call` is the text that a tool answered with, read as JSON. */
async function connect(t: Test, transport: unknown) {
  const client = new Client({ name: 'a test', version: '1.0.0' })
  await client.connect(transport as Transport)
  t.teardown(() => client.close())
  const call = async (name: string, args: Record<string, unknown>): Promise<Loose> => {
    const { content, isError = false }: Loose = await client.callTool({ name, arguments: args })
    t.equal(content.length, 1)
    const body = JSON.parse(content[0].text)
    t.equal(isError, body.status === 'error', `${name} says the same in both ways`)
    return body
  }
  return { client, call }
}

async function startService(t: Test) {
  const context = await createTestContext(t)
  return { context, baseUrl: await context.app.listen({ host: '127.0.0.1', port: 0 }) }
}

async function overHttp(t: Test, baseUrl: string, token?: string) {
  const { url, close } = await serveHttp(baseUrl, 0)
  t.teardown(close)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  return { url, ...(await connect(t, transport)) }
}

async function overStdio(t: Test, baseUrl: string, token: string) {
  const env = { PATH: String(process.env.PATH), SITTINGS_URL: baseUrl, SITTINGS_TOKEN: token }
  return await connect(t, new StdioClientTransport({ command: process.execPath, args: [program], env }))
}

const transports = { stdio: overStdio, 'streamable HTTP': overHttp }

for (const [name, open] of Object.entries(transports))
  t.test(`an agent holds a sitting over ${name}`, async (t) => {
    const { context, baseUrl } = await startService(t)
    const source = await context.addSource('She said “we kept the first take”, and then she laughed.')
    const { call } = await open(t, baseUrl, await context.token('owner'))
    const id = context.artistId
    t.match(await call('listMyArtists', {}), { artists: [{ id }] })
    t.match(await call('readArtistBrief', { id }), { status: 'ok' })
    const { passages } = await call('searchArtistEvidence', { id, query: 'first take', limit: 1 })
    t.match(passages, [{ source: { sourceId: source.sourceId }, text: source.text }])
    const { session, memory } = await call('prepareQuestion', { id })
    t.match(session, { state: 'active', questions: [] })
    const again = await call('prepareQuestion', { id })
    t.same([again.session.id, again.memory.snapshotId], [session.id, memory.snapshotId], 'no second sitting')
    const offer = { id, sessionId: session.id, ordinal: 1, memorySnapshotId: memory.snapshotId }
    const references = [buildCitation(source, 'we kept the first take')]
    const offered = await call('offerInterviewQuestion', { ...offer, question: 'What did it have?', references })
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
    t.match(await call('finishInterviewSitting', { id, sessionId: session.id }), { session: { state: 'finished' } })
    t.match(await call('readResearchStatus', { id, limit: 1 }), { jobs: [{ kind: 'lore_refresh' }] })
    t.match(await call('readArtistLore', { id }), { status: 'ok' })
  })

t.test('a tool may what the caller’s own token may, and nothing without one', async (t) => {
  const { context, baseUrl } = await startService(t)
  const id = context.artistId
  const stranger = await overHttp(t, baseUrl, await context.token('stranger'))
  t.match(await stranger.call('readArtistBrief', { id }), { code: 'not_your_artist', httpStatus: 403 })
  t.match(await stranger.call('prepareQuestion', { id }), { code: 'not_your_artist', httpStatus: 403 })
  const nameless = await overHttp(t, baseUrl)
  for (const name of ['readArtistBrief', 'prepareQuestion'])
    t.match(await nameless.call(name, { id }), { code: 'not_signed_in', httpStatus: 401 })
  t.same(await context.db.selectFrom('interview_sessions').select('id').execute(), [], 'nothing was started')
})

t.test('the schema of each tool stands by itself, and what it refuses is refused by the field’s name', async (t) => {
  const { baseUrl } = await startService(t)
  const { client, call } = await overHttp(t, baseUrl)
  const { tools } = await client.listTools()
  t.equal(tools.length, 10)
  const ajv = new Ajv2020({ strict: false, formats })
  const validate = new Map(tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]))
  // A list of the caller's artists needs no argument.
  for (const { name } of tools.filter(({ name }) => name !== 'listMyArtists')) {
    for (const args of [{}, { id: 'mara' }]) {
      t.notOk(validate.get(name)?.(args))
      t.match(await call(name, args), { code: 'invalid_request', error: /^(id|sessionId|answerId|query): / }, name)
    }
  }
  await t.rejects(client.callTool({ name: 'reviewDiscovery', arguments: {} }), /There is no tool reviewDiscovery/)
})

t.test('over HTTP a page of another origin is refused, and so is what is no call', async (t) => {
  const { url, close } = await serveHttp('http://127.0.0.1:9', 0)
  t.teardown(close)
  const post = async (headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', headers, body: '{' })).status
  t.equal(await post({ origin: 'http://a.example' }), 403)
  t.equal(await post({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' }), 400)
  t.equal((await fetch(url)).status, 405)
  t.equal((await fetch(new URL('/', url))).status, 404)
})

t.test('a service that does not answer is reported as an unknown outcome', async (t) => {
  const { context, baseUrl } = await startService(t)
  const { call } = await overHttp(t, baseUrl, await context.token('owner'))
  const closed = once(context.app.server, 'close')
  await context.app.close()
  await closed
  t.match(await call('readArtistBrief', { id: context.artistId }), { code: 'unknown_outcome' })
})

/** A start that ends by itself. */
const start = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { PATH: String(process.env.PATH), ...env } }
    const started = execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
    started.stdin?.end()
  })

t.test('a wrong start is refused in one line that names the option or the variable', async (t) => {
  const help = await start(['--help'])
  t.match(help, { code: 0, stdout: /--http <port>[\s\S]*SITTINGS_URL[\s\S]*SITTINGS_TOKEN/ })
  t.match(await start(['--http']), { code: 1, stderr: /^error: option '--http <port>' argument missing\n$/ })
  t.match(await start(['--http', 'x']), { code: 1, stderr: /^error: .*--http.* from 0 to 65535\.\n$/ })
  const wrong = await start([], { SITTINGS_URL: 'here' })
  t.match(wrong, { code: 1, stderr: /^error: SITTINGS_URL: here is not the address of a service\n$/ })
  const { url, close } = await serveHttp('http://127.0.0.1:1', 0)
  t.teardown(close)
  const { port } = new URL(url)
  t.match(await start(['--http', port]), { code: 1, stderr: /^error: --http \d+: listen EADDRINUSE.*\n$/ })
  t.match(await start([]), { code: 0, stderr: /^SITTINGS_TOKEN is not set/ }, 'its client is gone')
})

t.test('a service that does not answer is named', async (t) => {
  const { call } = await overStdio(t, 'http://127.0.0.1:1', 'none')
  const refused = await call('listMyArtists', {})
  t.match(refused, { code: 'unknown_outcome', error: /Does the service at http:\/\/127\.0\.0\.1:1 run\?$/ })
})
