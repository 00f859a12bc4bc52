import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import type { WebSearch } from '#src/research/providers/web-search/index.ts'
import { startServer } from '../providers/http/outside.ts'
import { compile } from '../support/compile.ts'
import { readBlocks } from './blocks.ts'

t.setTimeout(240_000)

const guide = 'src/research/providers/README.md'
const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** The guide's files in their kind's folder: what they import of the service is the service's own. */
const asPlaced = (code: string) =>
  code
    .replaceAll(/from '\.\.\/([\w/.-]+)'/g, "from '#src/research/providers/$1'")
    .replaceAll(/from '\.\/((?!brave)[\w/.-]+)'/g, "from '#src/research/providers/web-search/$1'")

const folder = t.testdir()
const [provider = '', standIn = '', ...others] = readBlocks(guide, 'ts')
await writeFile(join(folder, 'brave.ts'), asPlaced(provider))
await writeFile(join(folder, 'stand-in.ts'), asPlaced(standIn))

t.test('the worked example compiles as strictly as the service', async (t) => {
  t.same(others, [], 'no block is left out')
  const configuration = { extends: fileURLToPath(new URL('tsconfig.json', root)), include: ['*.ts'], exclude: [] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  t.equal(await compile(folder, '--noEmit'), '')
})

t.test('with its stand-in it works as the guide says', async (t) => {
  const { stdout } = await run(process.execPath, ['stand-in.ts'], { cwd: folder })
  t.same(JSON.parse(stdout), { pages: [{ url: 'https://a.example/one', title: 'One', snippet: 'The organ' }] })
})

t.test('it follows the rules of the guide for every provider', async (t) => {
  const { brave } = await import(join(folder, 'brave.ts'))
  const never = new AbortController().signal
  const page = (at: string) => ({ url: `https://a.example/${at}`, title: at, description: '' })
  const cases: [number, unknown, Record<string, string>, unknown][] = [
    [200, { type: 'search', query: {} }, {}, { pages: [] }],
    [200, { type: 'search', web: { results: [page('1'), page('1'), page('2')] } }, {}, { length: 2 }],
    [200, { type: 'search', web: { results: 'none' } }, {}, { failed: 'unreadable' }],
    [200, { type: 'ErrorResponse' }, {}, { failed: 'unreadable' }],
    [200, 'not JSON', {}, { failed: 'unreadable' }],
    [200, `"${'y'.repeat(2_100_000)}"`, {}, { failed: 'too_large' }],
    [429, {}, { 'retry-after': '30' }, { failed: 'rate_limited', retryAfterMs: 30_000 }],
    [422, { error: { detail: 'key a-key' } }, {}, { failed: 'provider_refused' }],
    [503, 'Traceback', {}, { failed: 'provider_unavailable' }],
  ]
  for (const [status, body, headers, expected] of cases) {
    const server = await startServer(t, (_, response) =>
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body)),
    )
    const search: WebSearch = brave({ url: server.base, key: 'a-key' })
    const answer = await search.search('quill', 2, never)
    t.match(
      'pages' in answer && answer.pages.length > 0 ? answer.pages : answer,
      expected as object,
      JSON.stringify(expected),
    )
  }
  const slice = new AbortController()
  const server = await startServer(t, () => slice.abort())
  const ended = await brave({ url: server.base, key: 'a-key' }).search('quill', 2, slice.signal)
  t.same(ended, { failed: 'provider_unavailable' }, 'it ends with the slice')
})
