import t from 'tap'
import { createMusicbrainzCatalog } from '#src/research/providers/catalog/musicbrainz.ts'
import { startServer } from '../http/outside.ts'

const signal = new AbortController().signal
const id = 'b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d'
const artist = {
  artistId: '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11',
  name: 'Mara "The Clerk" Quill',
  links: [] as string[],
}

/** A web service that always gives this response. */
async function startService(t: Parameters<typeof startServer>[0], body: unknown, code = 200, headers = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { base, requests } = await startServer(t, (_, response) => response.writeHead(code, headers).end(text))
  return { requests, catalog: createMusicbrainzCatalog({ url: `${base}/ws/2`, contact: 'desk@brack-records.example' }) }
}

t.test('every request has the service’s name and the operator’s contact', async (t) => {
  const { catalog, requests } = await startService(t, { artists: [] })
  await catalog.find(artist, signal)
  t.equal(requests[0]?.headers['user-agent'], 'Sittings/0.1.0 ( desk@brack-records.example )')
  const url = new URL(requests[0]?.url ?? '', 'http://service.test')
  t.equal(url.pathname, '/ws/2/artist')
  t.equal(
    url.searchParams.get('query'),
    String.raw`artist:"Mara \"The Clerk\" Quill" OR alias:"Mara \"The Clerk\" Quill"`,
  )
  t.equal(url.searchParams.get('fmt'), 'json')
})

t.test('an artist is found by exactly this name, and none is guessed among several', async (t) => {
  const named = (name: string, score: unknown, of = id) => ({ id: of, name, score })
  const cases = [
    [[named('Mara "the clerk" quill', 100), named('Maria Quill', 90)], { catalogArtistId: id }],
    [[named('Mara "The Clerk" Quill', 100), named('Mara "The Clerk" Quill', 98, 'another')], 'several'],
    [[named('Mara Quill', 100)], 'none'],
    [[named('Mara "The Clerk" Quill', 60)], 'none'],
    [[null, 7, {}], 'none'],
  ] as const
  for (const [artists, found] of cases) {
    const { catalog } = await startService(t, { artists })
    t.strictSame(await catalog.find(artist, signal), found)
  }
})

t.test('typographic signs and plain ones are alike in names', async (t) => {
  const pairs = [
    ['a-ha', 'a\u2010ha', 'a\u2011ha', 'A\u2013HA', 'a\u2212ha', 'a\uff0dha'],
    [
      "Guns N' Roses",
      'Guns N\u2019 Roses',
      'Guns N\u02bc Roses',
      'Guns N` Roses',
      'guns n\u00b4 roses',
      'Guns N\u2032 Roses',
      'Guns\u00a0N\u02bb  Roses',
    ],
    ['"Weird" Al', '\u201cWeird\u201d Al', '\u00abWeird\u00bb Al', '\uff02Weird\uff02\u200e Al'],
    ['Straßenjungs', 'STRASSENJUNGS'],
  ] as const
  for (const spellings of pairs) {
    for (const name of spellings) {
      for (const written of spellings) {
        const { catalog } = await startService(t, { artists: [{ id, name: written, score: 100 }] })
        t.strictSame(await catalog.find({ ...artist, name }, signal), { catalogArtistId: id }, `${name} as ${written}`)
      }
    }
  }
  const { catalog } = await startService(t, { artists: [{ id, name: 'aha', score: 100 }] })
  t.equal(await catalog.find({ ...artist, name: 'a-ha' }, signal), 'none', 'but a hyphen is not nothing')
})

t.test('an alias, a name without its accents, or another "and" is found where one alone fits', async (t) => {
  const kino = { id, name: 'Кино', score: 100, aliases: [{ name: 'Kino', locale: 'en', type: 'Artist name' }] }
  const another = { id: 'another', name: 'The Kino', score: 97, aliases: [{ name: 'KINO', type: null }] }
  const named = (name: string) => [{ id, name, score: 100 }]
  const cases: [name: string, artists: unknown[], found: unknown][] = [
    ['Kino', [kino], { catalogArtistId: id }],
    ['Kino', [kino, another], 'several'],
    ['Кино', [kino, { ...another, aliases: [{ name: 'Кино' }] }], { catalogArtistId: id }],
    ['Beyonce', named('Beyoncé'), { catalogArtistId: id }],
    ['Sigur Ros', named('Sigur Rós'), { catalogArtistId: id }],
    ['Simon and Garfunkel', named('Simon & Garfunkel'), { catalogArtistId: id }],
    ['Florence & The Machine', named('Florence + the Machine'), { catalogArtistId: id }],
    ['Kino', [{ ...kino, score: 60 }], 'none'],
    ['Kino', [{ ...kino, aliases: 'none' }], 'none'],
  ]
  for (const [name, artists, found] of cases) {
    const { catalog } = await startService(t, { artists })
    t.strictSame(await catalog.find({ ...artist, name }, signal), found, name)
  }
})

t.test('a link of the artist decides without a request', async (t) => {
  const { catalog, requests } = await startService(t, {})
  const linked = (...links: string[]) => catalog.findLinked({ ...artist, links })
  t.equal(linked('https://x.com/mara', `https://musicbrainz.org/artist/${id.toUpperCase()}/releases`), id)
  t.equal(linked(`https://musicbrainz.org.evil.example/artist/${id}`), undefined)
  t.equal(linked(`https://musicbrainz.org/release/${id}`), undefined)
  t.equal(requests.length, 0)
})

t.test('a page of release groups becomes releases; other items are skipped, but counted', async (t) => {
  const group = (more: Record<string, unknown>) => ({
    id,
    title: 'Low Water',
    'first-release-date': '2022-10',
    ...more,
  })
  const { catalog, requests } = await startService(t, {
    'release-group-count': 7,
    'release-groups': [
      group({ 'primary-type': 'Album', 'secondary-types': ['Live'] }),
      group({ 'primary-type': null, 'first-release-date': '' }),
      group({ title: '' }),
      group({ id: '../artist' }),
      null,
    ],
  })
  const url = `https://musicbrainz.org/release-group/${id}`
  t.strictSame(await catalog.list(id, 100, signal), {
    releases: [
      { releaseId: id, title: 'Low Water', type: 'Album, Live', releasedOn: '2022-10', url },
      { releaseId: id, title: 'Low Water', type: null, releasedOn: null, url },
    ],
    listed: 5,
    total: 7,
  })
  t.match(
    requests[0]?.url,
    `/ws/2/release-group?fmt=json&artist=${id}&limit=100&offset=100&release-group-status=website-default`,
  )
})

t.test('each failure has its name, with the requested pause', async (t) => {
  const cases = [
    [503, { 'retry-after': '3' }, '{}', { failed: 'provider_unavailable', retryAfterMs: 3_000 }],
    [429, { 'retry-after': '2' }, '{}', { failed: 'rate_limited', retryAfterMs: 2_000 }],
    [500, {}, '{}', { failed: 'provider_unavailable' }],
    [403, {}, '{}', { failed: 'provider_refused' }],
    [200, {}, '{"artists":', { failed: 'unreadable' }],
    [200, {}, '{"artists":{}}', { failed: 'unreadable' }],
    [200, {}, `"${'x'.repeat(2_100_000)}"`, { failed: 'too_large' }],
  ] as const
  for (const [code, headers, body, failure] of cases) {
    const { catalog } = await startService(t, body, code, headers)
    t.strictSame(await catalog.find(artist, signal), failure, `${code}`)
  }
})

t.test('a request without a response ends with the slice', async (t) => {
  const { base } = await startServer(t, () => {})
  const cut = new AbortController()
  const found = createMusicbrainzCatalog({ url: base, contact: 'x' }).find(artist, cut.signal)
  setImmediate(() => cut.abort())
  t.match(await found, { failed: 'provider_unavailable' })
})
