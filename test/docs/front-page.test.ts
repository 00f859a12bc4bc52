import t from 'tap'
import { createTestContext } from '../support/test-context.ts'

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const hrefs = (html: string) => [...html.matchAll(/ href="(\/[^"]*)"/g)].map(([, path = '']) => path)

t.test('each page that the front page names is served', async (t) => {
  const listed = (await (await createTestContext(t)).app.inject('/llms.txt')).payload.matchAll(
    /\]\(http:\/\/[^/]+(\/[^)]*)\)/g,
  )
  // What /llms.txt links to, its own test requests: the packages take seconds to make.
  const served = new Set([...listed].map(([, path = '']) => path))
  t.ok(served.has('/client.tgz'))
  for (const settings of [
    {},
    { DOCUMENTS_SERVED: 'false' },
    { METRICS_TOKEN: 'a'.repeat(32) },
    { CHAOS: 'on-demand' },
  ]) {
    const { app } = await createTestContext(t, settings)
    const page = await app.inject({ url: '/', headers: { accept: browserAccept } })
    const paths = hrefs(page.payload)
    t.ok(paths.includes('/console'))
    t.equal(paths.includes('/docs'), !('DOCUMENTS_SERVED' in settings))
    t.equal(paths.includes('/sandbox/report'), 'CHAOS' in settings)
    // Which pages there are depends on the settings; what each is does not.
    for (const url of paths.filter((path) => !served.has(path))) t.ok((await app.inject(url)).statusCode < 400, url)
    for (const url of paths) served.add(url)
  }
})

t.test('the front page runs no script, is framed by no other page and loads nothing', async (t) => {
  const { app } = await createTestContext(t)
  const { headers, payload } = await app.inject('/')
  const policy = String(headers['content-security-policy'])
  t.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; /)
  t.match(policy, /frame-ancestors 'none'/)
  t.notMatch(policy, /unsafe|script-src/)
  t.notMatch(payload, /<script| style=| on\w+=/)
  const known = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  t.match(known, { statusCode: 304, payload: '' })
})

t.test('where the allowed origins are listed, Vary still names the origin', async (t) => {
  const { app } = await createTestContext(t, { CORS_ORIGINS: 'https://one.example,https://two.example' })
  const vary = async (url: string) =>
    (await app.inject({ url, headers: { origin: 'https://one.example' } })).headers.vary
  t.match(await vary('/'), /^origin$/i)
  t.match(await vary('/openapi.json'), /^origin, host, accept-encoding$/i)
})
