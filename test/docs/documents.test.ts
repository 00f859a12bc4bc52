import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { parse } from 'yaml'
import { sourceJson, workflowsYaml } from '#src/contract/document.ts'
import { readGuides } from '#src/http/docs/guides/read.ts'
import { createTestContext } from '../support/test-context.ts'

const files = ['/openapi.json', '/openapi.yaml', '/workflows.arazzo.yaml', '/docs/static/swagger-ui.css']
const pages = ['/docs', '/guides/', '/guides/citing', '/console']

t.test('the documents are compressed for a client that accepts it, and plain for any other', async (t) => {
  const { app } = await createTestContext(t)
  const [script = ''] = /console\/\w+\/console\.js/.exec((await app.inject('/console')).payload) ?? []
  for (const url of [...files, '/guides/citing', `/${script}`]) {
    const get = async (encodings: string) => await app.inject({ url, headers: { 'accept-encoding': encodings } })
    const plain = await app.inject(url)
    t.equal(plain.statusCode, 200, url)
    t.notOk(plain.headers['content-encoding'])
    const isOfHost = url.startsWith('/openapi.')
    t.equal(plain.headers.vary, isOfHost ? 'host, accept-encoding' : 'accept-encoding', 'the host is written in it')
    const [gzip, none, refused] = [await get('gzip, deflate, br'), await get('identity'), await get('br, gzip;q=0')]
    t.equal(gzip.headers['content-encoding'], 'gzip')
    t.ok(gzip.rawPayload.length < plain.rawPayload.length / 2, 'less than half of the bytes')
    t.same(gunzipSync(gzip.rawPayload), plain.rawPayload)
    t.same(none.rawPayload, plain.rawPayload)
    t.same(refused.rawPayload, plain.rawPayload)
    t.not(gzip.headers.etag, plain.headers.etag, 'other bytes, another tag')
    const known = { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers.etag) }
    t.match(await app.inject({ url, headers: known }), { statusCode: 304, payload: '' })
  }
})

t.test('a page runs only its own scripts, loads nothing from elsewhere and is framed by no other page', async (t) => {
  const { app } = await createTestContext(t)
  for (const url of pages) {
    const page = await app.inject({ url, headers: { accept: 'text/html' } })
    t.match(page, { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }, url)
    const policy = String(page.headers['content-security-policy'])
    t.match(policy, /^default-src 'none'; /, url)
    t.match(policy, /frame-ancestors 'none'/)
    t.notMatch(policy, /script-src[^;]*unsafe/)
    t.notMatch(page.payload, /<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\/| (?:style|on\w+)=/, url)
    const known = { accept: 'text/html', 'if-none-match': String(page.headers.etag) }
    const again = await app.inject({ url, headers: known })
    t.match(again, { statusCode: 304, payload: '', headers: { 'content-security-policy': policy } }, url)
  }
})

t.test('workflows and, at the address it is written for, contract are the source byte for byte', async (t) => {
  const { app } = await createTestContext(t)
  t.same((await app.inject({ url: '/openapi.json', headers: { host: '127.0.0.1:3000' } })).rawPayload, sourceJson)
  t.same((await app.inject('/workflows.arazzo.yaml')).rawPayload, workflowsYaml)
})

t.test('the contract as JSON names the address that it was requested at first, and is else the source', async (t) => {
  const { app } = await createTestContext(t, { TRUST_PROXY: '10.0.0.1' })
  const written = JSON.parse(sourceJson.toString('utf8'))
  const read = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/openapi.json', headers, remoteAddress })).json()
  const firstUrl = async (...of: Parameters<typeof read>) => (await read(...of)).servers[0].url
  const { servers, externalDocs, tags, ...rest } = await read({ host: 'Sittings.example:8443' })
  t.equal(servers[0].url, 'http://sittings.example:8443')
  const { servers: itsServers, externalDocs: itsDocs, tags: itsTags, ...source } = written
  t.same(rest, source)
  const addresses = JSON.stringify([itsServers, itsDocs, itsTags])
  const moved = JSON.parse(addresses.replaceAll('127.0.0.1:3000', 'sittings.example:8443'))
  t.same([servers, externalDocs, tags], moved, 'and so do its links to the guides')
  const forwarded = { host: 'inner:3000', 'x-forwarded-host': 'outer.example', 'x-forwarded-proto': 'https' }
  t.equal(await firstUrl(forwarded, '10.0.0.1'), 'https://outer.example')
  t.equal(await firstUrl(forwarded, '10.0.0.2'), 'http://inner:3000', 'another peer forwards nothing')
})

t.test('a Host of another form and one beyond the first eight get addresses relative to the document', async (t) => {
  const { app } = await createTestContext(t)
  const read = async (host: string) => (await app.inject({ url: '/openapi.json', headers: { host } })).json()
  const firstUrl = async (host: string) => (await read(host)).servers[0].url
  for (const host of ['*', 'a;b', '[x]', '(host)', 'host:123456']) {
    const { servers, externalDocs, tags } = await read(host)
    t.match(servers, [{ url: '/' }, { variables: { base_url: { default: '/' } } }], `Host ${host}`)
    t.equal(externalDocs.url, '/guides/')
    t.notMatch(JSON.stringify([servers, externalDocs, tags]), /127\.0\.0\.1/)
  }
  for (let n = 1; n <= 7; n += 1) t.equal(await firstUrl(`host${n}.example`), `http://host${n}.example`)
  t.equal(await firstUrl('host9.example'), '/')
  t.equal(await firstUrl('host1.example'), 'http://host1.example')
})

t.test('the contract as YAML says the same as the JSON at every address', async (t) => {
  const { app } = await createTestContext(t)
  for (const host of ['127.0.0.1:3000', 'Sittings.example', '[::1]:3000', '*']) {
    const read = async (url: string) => (await app.inject({ url, headers: { host } })).payload
    const yaml = await read('/openapi.yaml')
    t.same(parse(yaml), JSON.parse(await read('/openapi.json')), host)
  }
})

t.test('a deployment without documentation serves none of its pages, but every operation', async (t) => {
  const { app } = await createTestContext(t, { DOCUMENTS_SERVED: 'false' })
  for (const url of [...files, '/docs', '/docs/', '/guides/']) t.equal((await app.inject(url)).statusCode, 404, url)
  t.equal((await app.inject('/api/health')).statusCode, 200)
})

t.test('each link of the contract to a guide answers at the address that the contract was requested at', async (t) => {
  const { app } = await createTestContext(t)
  const { externalDocs, tags } = (await app.inject({ url: '/openapi.json', headers: { host: 'a.example' } })).json()
  const linked: { externalDocs?: { url: string } }[] = [{ externalDocs }, ...tags]
  const urls = linked.flatMap(({ externalDocs }) => externalDocs?.url ?? [])
  t.ok(urls.length > 5)
  for (const url of urls) {
    t.equal(new URL(url).host, 'a.example')
    t.equal((await app.inject(new URL(url).pathname)).statusCode, 200, url)
  }
})

const { app } = await createTestContext(t)
const guides = Object.keys(await readGuides()).filter((name) => name.endsWith('.md') && name !== 'index.md')
const index = (await app.inject('/guides/index.md')).payload
const targets = (text: string) => [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): ./gm)].map(([, target = '']) => target)

t.test('the index of the guides has the form of llmstxt.org: a title, a summary, and lists of links', async (t) => {
  const [title, , summary, , ...rest] = index.split('\n')
  t.match(title, /^# \S/)
  t.match(summary, /^> \S/)
  t.notMatch(rest.join('\n'), /^# /m, 'one title')
  const [, ...sections] = rest.join('\n').split(/^## /m)
  t.same(
    sections.map((section) => [section.split('\n')[0], targets(section)[0]]),
    [
      ['Pages', '../console'],
      ['Guides', 'first-steps.md'],
      ['Contract', '../openapi.json'],
      ['Packages', '../client.tgz'],
    ],
    'each section with the first of its links',
  )
})

t.test('each link of the index is answered, and every guide is among them', async (t) => {
  for (const target of targets(index)) {
    const { statusCode, headers } = await app.inject(new URL(target, 'http://host/guides/').pathname)
    t.equal(statusCode, 200, target)
    const form = /\/(console|docs)$/.test(target)
      ? /^text\/html/
      : /^(text\/markdown|application\/(json|yaml|toml|gzip))/
    t.match(headers['content-type'], form, target)
  }
  for (const name of guides) t.ok(targets(index).includes(name), name)
})
