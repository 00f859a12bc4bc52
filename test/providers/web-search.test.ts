import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { createSearxngSearch, createTavilySearch, parseResultPages } from '#src/research/providers/web-search.ts'
import { startServer } from '../support/local-server.ts'

/** Responses in the form of each provider's documentation, for the same two pages. */
const protocols = {
  searxng: {
    at: (base: string) => createSearxngSearch({ url: `${base}/` }),
    found: {
      results: [
        { url: 'https://a.example/one', title: 'One', content: 'The <b>organ</b>', engine: 'x', score: 2 },
        { url: 'https://b.example/two', title: 'Two', content: '', engines: ['x'], publishedDate: null },
        { url: 'ftp://c.example/three', title: 'Three' },
        { title: 'no address' },
        'not a result',
      ],
    },
    none: { query: 'quill', results: [], unresponsive_engines: [] },
  },
  tavily: {
    at: (base: string) => createTavilySearch({ url: base, key: 'tvly-secret' }),
    found: {
      query: 'quill',
      results: [
        { url: 'https://a.example/one', title: 'One', content: 'The organ', score: 0.9, raw_content: null },
        { url: 'https://b.example/two', title: 'Two', content: '', score: 0.4 },
        { url: 'javascript:alert(1)', title: 'Three', content: 'x', score: 0.1 },
      ],
    },
    none: { query: 'quill', results: [], response_time: '0.2' },
  },
} as const

const never = new AbortController().signal
const json = { 'content-type': 'application/json' }
type Name = keyof typeof protocols
const names = Object.keys(protocols) as Name[]

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const saying =
  (status: number, body: unknown, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { ...json, ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))

for (const name of names) {
  const { at, found, none } = protocols[name]

  t.test(`${name}: pages in their order, as plain text`, async (t) => {
    const server = await startServer(t, saying(200, found))
    const pages = [
      { url: 'https://a.example/one', title: 'One' },
      { url: 'https://b.example/two', title: 'Two' },
    ]
    t.same(await at(server.base).search('quill', never), { pages })
  })

  t.test(`${name}: an empty result is a success`, async (t) => {
    const server = await startServer(t, saying(200, none))
    t.same(await at(server.base).search('quill', never), { pages: [] })
  })
}

t.test('the requests follow the protocols', async (t) => {
  let body = ''
  const server = await startServer(t, async (request, response) => {
    body += await text(request)
    response.writeHead(200, json).end('{"results":[]}')
  })
  for (const name of names) await protocols[name].at(server.base).search('"Mara Quill" & more', never)
  const [searxng, tavily] = server.requests
  const parseUrl = (request: IncomingMessage | undefined) => new URL(request?.url ?? '', server.base)
  t.equal(parseUrl(searxng).pathname, '/search')
  t.match(Object.fromEntries(parseUrl(searxng).searchParams), { q: '"Mara Quill" & more', format: 'json' })
  t.match(tavily, { method: 'POST', url: '/search', headers: { authorization: 'Bearer tvly-secret' } })
  t.match(JSON.parse(body), { query: '"Mara Quill" & more', max_results: 20 })
})

t.test('of a longer list the first twenty are taken', async (t) => {
  const items = Array.from({ length: 30 }, (_, at) => ({ url: `https://a.example/${at}` }))
  const { pages } = parseResultPages(items) ?? {}
  t.match([pages?.length, pages?.at(-1)], [20, { url: 'https://a.example/19' }])
})

t.test('searxng: an empty result while its engines were silent is a failure', async (t) => {
  const server = await startServer(t, saying(200, { results: [], unresponsive_engines: [['x', 'timeout']] }))
  t.same(await protocols.searxng.at(server.base).search('quill', never), { failed: 'provider_unavailable' })
})

t.test('a title is plain text: entities decoded once, tags cut, and no words', async (t) => {
  const titles = {
    'Ada Reed &#8211; &#x27;official&#x27; &bull; Instagram': "Ada Reed – 'official' • Instagram",
    'Ada Reed <3 organ > harmonium (@adareed)': 'Ada Reed <3 organ > harmonium (@adareed)',
    '<b>Ada</b> <em class="hl">Reed</em><br/>&amp;amp; R&amp;B': 'Ada Reed&amp; R&B',
    '&lt;Live&gt; at the <i>Caf&eacute;</i>': '<Live> at the Café',
    'a < b > c, x<y': 'a < b > c, x<y',
    ['🔔'.repeat(301)]: '🔔'.repeat(300),
    '<Live> in Hull <i am there>, A<B and C>D': '<Live> in Hull <i am there>, A<B and C>D',
    '<<Ada>> &lt;b&gt;Reed &amp;#39;85': '<<Ada>> <b>Reed &#39;85',
    'Ada<!-- --> <SPAN class=\'x\' data-q="1>0">Reed</SPAN><wbr>': 'Ada Reed',
  }
  for (const [title, text] of Object.entries(titles)) {
    const found = parseResultPages([{ url: 'https://a.example/', title }])
    t.hasStrict(found, { pages: [{ title: text }] })
  }
})
