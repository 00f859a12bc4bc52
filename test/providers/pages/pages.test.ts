import t from 'tap'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import { createNetwork, startServer } from '../http/outside.ts'
import { renderPage, renderParagraph } from './page.ts'

const never = new AbortController().signal
const html = { 'content-type': 'text/html; charset=utf-8' }
const article = renderPage(renderParagraph('The pump organ breathes.'))

/** The response of a site, and the outcome of reading it. */
const cases = [
  ['an article', 200, html, article, { state: 'ready', title: 'Low Water | The Long Player', truncated: false }],
  [
    'plain text',
    200,
    { 'content-type': 'text/plain' },
    'Salt on the keys.\r\n',
    { state: 'ready', title: null, text: 'Salt on the keys.\r\n' },
  ],
  ['a page that does not say what it is', 200, {}, article, { state: 'ready' }],
  [
    'Latin-1 as declared',
    200,
    { 'content-type': 'text/plain; charset=latin1' },
    Buffer.from('Marée', 'latin1'),
    { state: 'ready', text: 'Marée' },
  ],
  [
    'bytes that are not what they declare',
    200,
    { 'content-type': 'text/plain; charset=utf-8' },
    Buffer.from('Marée', 'latin1'),
    { state: 'unsupported' },
  ],
  ['a page with nothing but its menu', 200, html, renderPage(''), { state: 'ready' }],
  ['nothing', 200, html, '', { state: 'empty' }],
  ['white space', 200, { 'content-type': 'text/plain' }, ' \n ', { state: 'empty' }],
  ['a picture', 200, { 'content-type': 'image/png' }, 'x', { state: 'unsupported' }],
  ['a PDF', 200, { 'content-type': 'application/pdf' }, '%PDF', { state: 'unsupported' }],
  ['more than is read of a page', 200, html, article + ' '.repeat(3_000_000), { state: 'too_large' }],
  ['a login', 401, html, article, { state: 'blocked' }],
  ['a refusal', 403, html, article, { state: 'blocked' }],
  ['too many requests', 429, { 'retry-after': '9' }, '', { state: 'blocked' }],
  ['another country', 451, html, article, { state: 'blocked' }],
  ['no such page', 404, html, article, { state: 'unavailable' }],
  ['a broken site', 500, html, article, { state: 'unavailable' }],
  ['a redirect to nowhere', 302, {}, '', { state: 'unavailable' }],
] as const

t.test('reading a page gives its text, or one of the named outcomes', async (t) => {
  for (const [title, status, headers, body, outcome] of cases) {
    const site = await startServer(
      t,
      ({ url }, response) =>
        url === '/a' ? response.writeHead(status, headers).end(body) : response.writeHead(404).end(),
      '127.0.0.2',
    )
    const read = await createWebPageReader(createNetwork({ 'page.example': ['127.0.0.2'] })).read(
      `http://page.example:${site.port}/a`,
      never,
    )
    t.match(read, { ...outcome, httpStatus: status }, title)
  }
})

t.test('fifty thousand units are stored, never half a surrogate pair, and the cut is marked', async (t) => {
  const text = `a${'🔔'.repeat(30_000)}`
  const site = await startServer(
    t,
    (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(text),
    '127.0.0.2',
  )
  const read = await createWebPageReader(createNetwork({})).read(site.base, never)
  t.match(read, { state: 'ready', truncated: true })
  t.equal(read.state === 'ready' && read.text, text.slice(0, 49_999))
})

t.test('characters that cannot be stored are left out or replaced', async (t) => {
  const site = await startServer(
    t,
    (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('a\0b'),
    '127.0.0.2',
  )
  t.match(await createWebPageReader(createNetwork({})).read(site.base, never), { state: 'ready', text: 'ab' })
})

t.test('an unreachable page has no status', async (t) => {
  const pages = createWebPageReader(createNetwork({ 'inside.example': ['127.0.0.1'] }))
  t.same(await pages.read('http://inside.example/', never), { state: 'unavailable', httpStatus: null })
  t.same(await pages.read('http://nowhere.example/', never), { state: 'unavailable', httpStatus: null })
  t.same(await pages.read('ftp://page.example/', never), { state: 'unsupported', httpStatus: null })
  t.same(await createWebPageReader().read('http://[::ffff:127.0.0.1]/', never), {
    state: 'unavailable',
    httpStatus: null,
  })
})
