import { createHash } from 'node:crypto'
import t from 'tap'
import { loadConsoleAssets } from '#src/clients/console/assets.ts'
import { renderConsoleDocument } from '#src/clients/console/document.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { createTestContext } from '../support/test-context.ts'

const { app } = await createTestContext(t)
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const page = await get('/console')
const folder = /\/console\/[0-9a-f]{16}\//.exec(page.payload)?.[0] ?? ''

t.test('the page is served under a policy that allows no other origin', async (t) => {
  t.equal(page.statusCode, 200)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  const policy = Object.fromEntries(
    String(page.headers['content-security-policy'])
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values.join(' ')]
      }),
  )
  const map = /<script type="importmap">(.*?)<\/script>/.exec(page.payload)?.[1] ?? ''
  t.same(policy, {
    'default-src': "'none'",
    'script-src': `'self' 'sha256-${createHash('sha256').update(map).digest('base64')}'`,
    'style-src': "'self'",
    'connect-src': "'self'",
    'img-src': "'self' data:",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
  t.notMatch(page.payload, /(?:src|href)="(?:https?:)?\/\//, 'names no other place')
  t.notMatch(page.payload, / (?:style|on\w+)=/, 'nothing inline')
  t.equal(page.headers['referrer-policy'], 'no-referrer')
  t.equal(page.headers['cache-control'], 'no-cache')
})

t.test('every file that the page names or a file imports is served, cacheable for ever', async (t) => {
  const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(page.payload)?.[1] ?? '')
  const named = [...page.payload.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  const left = [...new Set([...named, ...(Object.values(imports) as string[])])]
  const seen = new Set<string>()
  for (let url = left.pop(); url !== undefined; url = left.pop()) {
    if (seen.has(url)) continue
    seen.add(url)
    const file = await get(url)
    t.equal(file.statusCode, 200, url)
    t.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable', url)
    t.equal(file.headers['x-content-type-options'], 'nosniff', url)
    t.match(file.headers['content-type'], url.endsWith('.css') ? /^text\/css/ : /^text\/javascript/, url)
    for (const [, imported = ''] of file.payload.matchAll(
      /(?:^import|^export|[\n;}]import|\bfrom)\s*["']([^"']+)["']/g,
    )) {
      const isRelative = imported.startsWith('.')
      if (!isRelative) t.ok(imports[imported], `${url} imports ${imported}, which the import map knows`)
      left.push(isRelative ? new URL(imported, `http://console${url}`).pathname : imports[imported])
    }
  }
  t.ok(seen.size > 40, `${seen.size} files`)
})

t.test('a browser with the current page gets a 304, and another version is 404', async (t) => {
  const tag = String(page.headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get('/console', { 'if-none-match': known })
    t.equal(again.statusCode, 304, known)
    t.equal(again.payload, '', known)
    t.ok(again.headers['content-security-policy'], 'the policy goes with it')
  }
  t.equal((await get('/console', { 'if-none-match': '"other"' })).statusCode, 200)
  for (const url of [
    '/console/0000000000000000/page/main.ts',
    `${folder}page/none.ts`,
    `${folder}page/../../../package.json`,
    `${folder}page/%2e%2e/%2e%2e/app.ts`,
    `${folder}page/tsconfig.json`,
  ]) {
    const answer = await get(url)
    t.equal(answer.statusCode, 404, url)
    t.equal(answer.json().code, 'not_found', url)
  }
  const slash = await get('/console/')
  t.same([slash.statusCode, slash.headers.location], [308, '/console'])
})

t.test('the service’s settings are text in the page, whatever they contain', async (t) => {
  const assets = runAtOnce(loadConsoleAssets())
  const hostile = { environment: '</script><script>alert(1)</script>', guides: null, sample: null }
  const { html } = renderConsoleDocument(assets, hostile)
  t.notMatch(html, 'alert(1)</script>')
  const settings = JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)?.[1] ?? '')
  t.equal(settings.environment, hostile.environment)
  t.same(settings.operations.reviseInterviewResponse, ['PATCH', '/api/artist/{id}/interview/responses/{answerId}'])
  t.same(runAtOnce(loadConsoleAssets()), assets, 'read again, it is the same')
})

t.test('the files are read one by one, so that the first request for the page holds up no other', (t) => {
  const reading = loadConsoleAssets()
  let steps = 0
  for (let step = reading.next(); step.done !== true; step = reading.next()) steps += 1
  const { files } = runAtOnce(loadConsoleAssets())
  const ofPage = [...files.keys()].filter((path) => path.startsWith('page/'))
  t.ok(steps >= ofPage.length, `${steps} steps for ${ofPage.length} files`)
  t.end()
})

t.test('no token and no sample is shown with another database', async (t) => {
  const { app } = await createTestContext(t, {
    DATABASE_URL: 'postgres://somewhere/else',
    SERVICE_ENVIRONMENT: 'development',
  })
  const { payload } = await app.inject({ method: 'GET', url: '/console' })
  t.same(JSON.parse(/id="settings">(.*?)<\/script>/.exec(payload)?.[1] ?? '').sample, null)
})

t.test('the console links to the guides where they are served', async (t) => {
  for (const [settings, guides] of [
    [{}, '/guides/'],
    [{ DOCUMENTS_SERVED: 'false' }, null],
  ] as const) {
    const { app } = await createTestContext(t, settings)
    const { payload } = await app.inject({ method: 'GET', url: '/console' })
    t.equal(JSON.parse(/id="settings">(.*?)<\/script>/.exec(payload)?.[1] ?? '').guides, guides)
  }
})
