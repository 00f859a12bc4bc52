import t, { type Test } from 'tap'
import { chooseArtist, createMusicbrainzCatalog } from '#src/research/providers/musicbrainz.ts'
import { startServer } from '../support/local-server.ts'
import { pluck } from '../support/pluck.ts'

const { signal } = new AbortController()
const id = 'b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d'
const artist = { artistId: '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11', name: 'Mara "The" Quill', links: [] as string[] }
const found = { artists: [{ id, name: 'Mara "The" Quill', score: 100 }] }
const query = 'artist:"Mara \\"The\\" Quill" OR alias:"Mara \\"The\\" Quill"'
const search = `/ws/2/artist?${new URLSearchParams({ fmt: 'json', query, limit: '25' })}`

/** A web service that finds the artist, and answers any other request with this. */
async function startService(t: Test, answer: unknown, searched: unknown = found) {
  const { base, requests } = await startServer(t, ({ url }, response) =>
    response.end(JSON.stringify(url?.startsWith('/ws/2/artist?') ? searched : answer)),
  )
  const catalog = createMusicbrainzCatalog({ url: `${base}/ws/2`, contact: 'desk@brack-records.example' })
  return { requests, catalog }
}

t.test('the artist of a name is chosen where one alone fits', async (t) => {
  const named = (name: unknown, more = {}) => ({ id, name, score: 100, ...more })
  const [other, another] = [{ id: 'another' }, { catalogArtistId: 'another' }]
  const kino = named('Кино', { aliases: [{ name: 'Kino', locale: 'en', type: 'Artist name' }] })
  const [one, none, several] = [{ catalogArtistId: id }, 'none', 'several'] as const
  const cases: [name: string, artists: Record<string, unknown>[], chosen: unknown][] = [
    ['Mara Quill', [named('Mara quill', { score: 95 }), named('Maria Quill')], one],
    ['Mara Quill', [named('Mara Quill'), named('Mara Quill', other)], several],
    ['Mara Quill', [named('Mara Quill', { score: 94 })], none],
    ['Mara Quill', [named('Mara'), named(7), {}], none],
    ['Kino', [kino], one],
    ['Kino', [kino, named('The Kino', { ...other, aliases: [{ name: 'KINO', type: null }] })], several],
    ['Кино', [kino, named('The Kino', { ...other, aliases: [{ name: 'Кино' }] })], one],
    ['Kino', [{ ...kino, aliases: 'none' }], none],
    ['Beyonce', [named('Beyoncé')], one],
    ['Florence & The Machine', [named('Florence + the Machine')], one],
    ['Tyler the Creator', [named('Tyler, The Creator')], one],
    ['Emerson Lake and Palmer', [named('Emerson, Lake & Palmer')], one],
    ['Sleater Kinney', [named('Sleater\u2010Kinney')], one],
    ['Tyler the Creator', [named('Tyler, The Creator'), named('Tyler The Creator', other)], another],
    ['a-ha', [named('aha')], none],
  ]
  for (const [name, artists, chosen] of cases) t.strictSame(chooseArtist(artists, name), chosen, name)
  const spellings = [
    ['a-ha', 'a\u2010ha', 'a\u2011ha', 'A\u2013HA', 'a\u2212ha', 'a\uff0dha'],
    ["Guns N' Roses", 'Guns N\u2019 Roses', 'Guns N\u02bc Roses', 'Guns N` Roses', 'guns n\u00b4 roses'],
    ['Guns N\u2032 Roses', 'Guns\u00a0N\u02bb  Roses'],
    ['"Weird" Al', '\u201cWeird\u201d Al', '\u00abWeird\u00bb Al', '\uff02Weird\uff02\u200e Al'],
    ['Straßenjungs', 'STRASSENJUNGS'],
  ]
  for (const alike of spellings) {
    for (const name of alike) {
      for (const written of alike) t.same(chooseArtist([named(written)], name), one, `${name} as ${written}`)
    }
  }
})

t.test('a link of the artist decides without a request', async (t) => {
  const { catalog, requests } = await startService(t, {})
  const links = ['https://x.com/mara', `https://musicbrainz.org/artist/${id.toUpperCase()}/releases`]
  t.same(await catalog.find({ ...artist, links }, signal), { catalogArtistId: id })
  const plain = { ...artist, links: [`https://musicbrainz.org/artist/${id}`] }
  t.same(await catalog.find(plain, signal), { catalogArtistId: id })
  t.same(requests, [])
  for (const other of [`https://musicbrainz.org.evil.example/artist/${id}`, `https://musicbrainz.org/release/${id}`]) {
    await catalog.find({ ...artist, links: [other] }, signal)
    t.equal(requests.at(-1)?.url, search, other)
  }
})

t.test('a page of release groups becomes releases; other items are skipped, but counted', async (t) => {
  const group = (more: object) => ({ id, title: 'Low Water', 'first-release-date': '2022-10', ...more })
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
  t.same(await catalog.find(artist, signal), { catalogArtistId: id })
  const url = `https://musicbrainz.org/release-group/${id}`
  t.strictSame(await catalog.listReleases(id, 100, signal), {
    releases: [
      { releaseId: id, title: 'Low Water', type: 'Album, Live', releasedOn: '2022-10', url },
      { releaseId: id, title: 'Low Water', type: null, releasedOn: null, url },
    ],
    listed: 5,
    total: 7,
  })
  t.same(pluck(requests, 'url'), [
    search,
    `/ws/2/release-group?fmt=json&artist=${id}&limit=100&offset=100&release-group-status=website-default`,
  ])
  for (const { headers } of requests) t.equal(headers['user-agent'], 'Sittings/0.1.0 ( desk@brack-records.example )')
})

const relation = (type: unknown, resource: unknown, more: object = {}) => ({
  ...{ type, 'target-type': 'url', direction: 'forward', ended: false, attributes: [] },
  ...{ url: { id: '00000000-0000-4000-8000-000000000000', resource }, ...more },
})

/** The addresses that are taken of an entry with these relations. */
async function listPages(t: Test, relations: unknown[]) {
  const { catalog, requests } = await startService(t, { relations })
  const pages = await catalog.listProfiles(id, signal)
  t.same(pluck(requests, 'url'), [`/ws/2/artist/${id}?fmt=json&inc=url-rels`])
  return 'found' in pages ? pages.found.map(({ url }) => url) : pages
}

t.test('only own pages are taken, each once', async (t) => {
  const social = ['https://www.instagram.com/maraquill/', 'https://x.com/maraquill']
  const pages = await listPages(t, [
    relation('streaming', 'https://open.spotify.com/artist/4'),
    relation('bandcamp', 'https://maraquill.bandcamp.com/'),
    relation('discogs', 'https://www.discogs.com/artist/1'),
    relation('youtube', 'https://www.youtube.com/@maraquill'),
    ...[...social, 'https://x.com/maraquill'].map((url) => relation('social network', url)),
    relation('social network', 'https://myspace.example/old', { ended: true }),
    relation('official homepage', 'https://maraquill.example/'),
  ])
  t.same(pages, [
    ...['https://open.spotify.com/artist/4', 'https://maraquill.bandcamp.com/', 'https://www.youtube.com/@maraquill'],
    ...[...social, 'https://maraquill.example/'],
  ])
})

t.test('addresses outside the public web are skipped, and of a thousand the first are taken', async (t) => {
  const urls = [
    ...['javascript:alert(1)', 'http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'https://u:p@a.example/'],
    ...['https://router.local/', 'https://a.example:22/', 'none', `https://a.example/${'x'.repeat(2_100)}`, null],
  ]
  const odd = [null, 7, {}, relation(null, 'https://a.example/')]
  t.same(await listPages(t, [...odd, ...urls.map((url) => relation('official homepage', url))]), [])
  const many = Array.from({ length: 1_000 }, (_, at) => relation('social network', `https://a.example/${at}`))
  t.match(await listPages(t, many), { length: 60 })
})
