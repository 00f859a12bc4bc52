import { readFileSync } from 'node:fs'
import t from 'tap'
import { renderMarkdown } from '#src/http/docs/guides/markdown.ts'
import { readGuides } from '#src/http/docs/guides/read.ts'
import { deployedSettings } from '../support/settings.ts'
import { createTestContext } from '../support/test-context.ts'

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const { app } = await createTestContext(t)
const names = Object.keys(await readGuides()).flatMap((file) => /^(.+)\.md$/.exec(file)?.[1] ?? [])
const get = (url: string, accept = browserAccept) => app.inject({ url, headers: { accept } })

const formatPageName = (name: string) => (name === 'index' ? '' : name)

t.test('each guide is a page, and Markdown at its .md', async (t) => {
  t.ok(names.length > 10)
  for (const name of names) {
    const url = `/guides/${formatPageName(name)}`
    const page = await get(url)
    t.match(page, { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }, url)
    t.match(page.payload, /<h1 id="/)
    const listed = [...page.payload.matchAll(/<li><a href="(\/guides\/[^"]*)"( aria-current="page")?>/g)]
    t.same(
      listed.map(([, href, current]) => [href, current !== undefined]),
      names.map((one) => [`/guides/${formatPageName(one)}`, one === name]),
    )
    const markdown = await get(`/guides/${name}.md`)
    t.match(markdown, { statusCode: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' } }, name)
    t.match(markdown.payload, /^# \S/, name)
  }
})

t.test('code has the colours of its language', async (t) => {
  const render = (language: string, code: string) => renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\``)
  t.match(render('json', '{"a": 1}'), '<span class="hljs-attr">')
  t.equal(render('', '<b>'), '<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>\n', 'where it names none it is as it is')
  t.match((await get('/guides/first-steps')).payload, /\.hljs-comment[\s\S]*<span class="hljs-comment">/)
})

t.test('the address without its slash leads to the index, and an unknown guide is 404', async (t) => {
  t.match(await get('/guides'), { statusCode: 308, headers: { location: '/guides/' } })
  for (const url of ['/guides/nothing', '/guides/nothing.md', '/guides/guides.json', '/guides/..%2Fopenapi.json'])
    t.match(await get(url), { statusCode: 404 }, url)
})

t.test('every link of a guide answers, and its anchor is there, as a page and as Markdown', async (t) => {
  const anchors = async (path: string) => [...(await get(path)).payload.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  let links = 0
  for (const name of names) {
    for (const form of [formatPageName(name), `${name}.md`]) {
      const from = `http://host/guides/${form}`
      const text = (await get(`/guides/${form}`)).payload.replaceAll(/```[\s\S]*?```/g, '')
      const targets = [...text.matchAll(form.endsWith('.md') ? /\]\(([^)\s]+)\)/g : / href="([^"]+)"/g)]
      for (const [, target = ''] of targets) {
        const to = new URL(target, from)
        // The packages take seconds to make: the test of the index requests them.
        if (to.host !== 'host' || /^\/(client|conformance|postman|schemathesis)\./.test(to.pathname)) continue
        links += 1
        t.equal((await get(to.pathname)).statusCode, 200, `${form}: ${target}`)
        const page = to.pathname.replace(/(index)?\.md$/, '')
        if (to.hash !== '') t.ok((await anchors(page)).includes(decodeURIComponent(to.hash.slice(1))), target)
      }
    }
  }
  t.ok(links > 100, `${links} links`)
  const page = renderMarkdown('[one](citing.md#windows) [index](index.md) [other](https://a.example/citing.md)')
  t.same(
    [...page.matchAll(/href="([^"]+)"/g)].map(([, to]) => to),
    ['citing#windows', './', 'https://a.example/citing.md'],
  )
})

t.test('the guides are those of the repository, and the vectors beside them are the published ones', async (t) => {
  const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const blocks = (text: string) => [...text.matchAll(/^```[\s\S]*?^```$/gm)].map(([block]) => block)
  const { payload } = await get('/guides/citing.md')
  t.same(blocks(payload), blocks(source('openapi/guides/citing.md')))
  t.equal((await get('/guides/vectors.json')).payload, source('src/text/vectors.json'))
})

t.test('beside the sample data the commands of a guide name the port of the service', async (t) => {
  const commandsAt = async (settings: Record<string, string | undefined>) => {
    const { app } = await createTestContext(t, settings)
    const [page, markdown] = [await app.inject('/guides/five-calls'), await app.inject('/guides/five-calls.md')]
    return [page, markdown].map(({ payload }) => [...new Set(payload.match(/127\.0\.0\.1:\d+/g))])
  }
  t.same(await commandsAt({ DATABASE_URL: undefined, PORT: '3917' }), [['127.0.0.1:3917'], ['127.0.0.1:3917']])
  t.same(await commandsAt({ DATABASE_URL: undefined, PORT: '0' }), [['127.0.0.1:3000'], ['127.0.0.1:3000']])
  const deployed = { DATABASE_URL: 'postgresql://localhost/other', PORT: '3917' }
  t.same(await commandsAt(deployed), [['127.0.0.1:3000'], ['127.0.0.1:3000']])
})

t.test('the address alone leads to the list of what is served, or else to the console', async (t) => {
  for (const [DOCUMENTS_SERVED, leadsTo] of Object.entries({ true: '/guides/', false: '/console' })) {
    const { app } = await createTestContext(t, { DOCUMENTS_SERVED })
    const { statusCode, headers } = await app.inject('/')
    t.equal(statusCode, 302)
    t.equal(new URL(String(headers.location), 'http://host/').pathname, leadsTo)
    t.equal((await app.inject(leadsTo)).statusCode, 200)
  }
})

t.test('where the allowed origins are listed, Vary still names the origin', async (t) => {
  const { app } = await createTestContext(t, { CORS_ORIGINS: 'https://one.example,https://two.example' })
  const vary = async (url: string) =>
    (await app.inject({ url, headers: { origin: 'https://one.example' } })).headers.vary
  t.match(await vary('/'), /^origin$/i)
  t.match(await vary('/openapi.json'), /^origin, host, accept-encoding$/i)
})

t.test('Swagger UI stores a token, and sends the document to no validator', async (t) => {
  const { payload } = await app.inject('/docs/static/explorer.js')
  t.match(payload, /persistAuthorization: true/)
  t.match(payload, /validatorUrl: null/)
})

t.test('outside development no page stores a token in the browser’s storage', async (t) => {
  const { app } = await createTestContext(t, {
    ...deployedSettings,
    SERVICE_ENVIRONMENT: 'production',
    CRON_SECRET: 'a-scheduler-secret-for-tests',
  })
  t.match((await app.inject('/docs/static/explorer.js')).payload, /persistAuthorization: false/)
})

t.test('only beside the sample data Swagger UI offers their tokens', async (t) => {
  const readScript = async (settings: Record<string, string | undefined>) => {
    const { app } = await createTestContext(t, settings)
    return (await app.inject('/docs/static/explorer.js')).payload
  }
  t.match(await readScript({ DATABASE_URL: undefined }), /"subject":"mara"/)
  const other = await readScript({ DATABASE_URL: 'postgresql://localhost/other' })
  t.notMatch(other, /subject":/)
})
