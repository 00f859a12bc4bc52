import { gzipSync } from 'node:zlib'
import t from 'tap'
import { bundleConsole } from '#src/clients/console/bundle.ts'
import { renderConsoleDocument } from '#src/clients/console/document.ts'
import { createTestContext } from '../support/test-context.ts'

const { app } = await createTestContext(t)
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const page = await get('/console')
const readSettings = (html: string) => JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)?.[1] ?? '')

t.test('its scripts make no text into markup, no other page gets its address, and it is not cached', (t) => {
  t.match(page.headers['content-security-policy'], /(?:^|; )trusted-types 'none'/)
  t.match(page.headers, { 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' })
  t.end()
})

t.test('it is one script and one style, cacheable for ever, and small', async (t) => {
  const named = [...page.payload.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path = '']) => path)
  t.equal(named.length, 2)
  for (const path of named) {
    const file = await get(`/${path}`)
    t.equal(file.statusCode, 200, path)
    t.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable', path)
    t.match(file.headers['content-type'], path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/, path)
    t.notMatch(file.payload, /\bimport\s*["'(]|\bfrom\s*["']/, 'loads nothing more')
    t.equal((await get(`/${path}`, { 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip', path)
  }
  const { script } = await bundleConsole()
  t.ok(gzipSync(script).length < 100_000, `${gzipSync(script).length} bytes`)
})

t.test('another version is 404', async (t) => {
  const folder = /console\/[0-9a-f]{16}\//.exec(page.payload)?.[0] ?? ''
  for (const url of ['/console/0000000000000000/console.js', `/${folder}none.js`, `/${folder}%2e%2e%2fpackage.json`])
    t.match((await get(url)).json(), { code: 'not_found' }, url)
  const slash = await get('/console/')
  t.same([slash.statusCode, slash.headers.location], [308, '../console'])
})

t.test('the service’s settings are text in the page, whatever they contain', async (t) => {
  const environment = '</script><script>alert(1)</script>'
  const { html } = renderConsoleDocument('v', { environment, guides: null, artistPages: null, sample: null })
  t.notMatch(html, 'alert(1)</script>')
  t.equal(readSettings(html).environment, environment)
})

t.test('sample users and guides are offered only where they are', async (t) => {
  const settings = { DATABASE_URL: 'postgres://somewhere/else', SERVICE_ENVIRONMENT: 'development' }
  const elsewhere = await createTestContext(t, { ...settings, DOCUMENTS_SERVED: 'false' })
  const { payload } = await elsewhere.app.inject({ method: 'GET', url: '/console' })
  t.match(readSettings(payload), { sample: null, guides: null })
  t.equal(readSettings(page.payload).guides, '/guides/')
})
