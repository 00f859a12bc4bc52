import type { RequestListener } from 'node:http'
import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { createMusicbrainzCatalog } from '#src/research/providers/catalog/musicbrainz.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import { createMusicbrainzProfiles } from '#src/research/providers/profiles/musicbrainz.ts'
import type { RateLimitedSend } from '#src/research/providers/rate-limited.ts'
import { deployedSettings } from '../../support/settings.ts'
import { startServer } from '../http/outside.ts'

const id = 'b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d'
const artist = { artistId: '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11', name: 'Mara Quill', links: [] as string[] }
const send: RateLimitedSend = (ask) => ask(new AbortController().signal)

const relation = (type: unknown, resource: unknown, more: Record<string, unknown> = {}) => ({
  type,
  'target-type': 'url',
  direction: 'forward',
  ended: false,
  attributes: [],
  url: { id: '00000000-0000-4000-8000-000000000000', resource },
  ...more,
})

const found = JSON.stringify({ artists: [{ id, name: 'Mara Quill', score: 100 }] })
const entry = (...relations: unknown[]) => JSON.stringify({ id, name: 'Mara Quill', relations })

/** A web service that finds the artist, and responds to the lookup with this. */
async function startService(t: Parameters<typeof startServer>[0], answer: RequestListener | string, search = found) {
  const { base, requests } = await startServer(t, (request, response) => {
    if (request.url?.startsWith('/ws/2/artist?') === true) return response.end(search)
    return typeof answer === 'string' ? response.end(answer) : answer(request, response)
  })
  const provider = createMusicbrainzProfiles({ url: `${base}/ws/2`, contact: 'desk@brack-records.example' })
  return { base, requests, provider }
}

const says =
  (code: number, headers: Record<string, string> = {}, body = '{}'): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end(body)

t.test('an artist is found by name, and then looked up with its relations to addresses', async (t) => {
  const { provider, requests } = await startService(
    t,
    entry(relation('official homepage', 'https://maraquill.example/')),
  )
  t.same(await provider.find(artist, send), { found: [{ url: 'https://maraquill.example/', displayName: null }] })
  t.same(
    requests.map(({ url }) => url),
    [
      `/ws/2/artist?${new URLSearchParams({ fmt: 'json', query: 'artist:"Mara Quill" OR alias:"Mara Quill"', limit: '25' })}`,
      `/ws/2/artist/${id}?fmt=json&inc=url-rels`,
    ],
  )
  for (const { headers } of requests) {
    t.equal(headers['user-agent'], 'Sittings/0.1.0 ( desk@brack-records.example )')
  }
})

t.test('a link to the entry decides without a search, and without one no artist is guessed', async (t) => {
  const { provider, requests } = await startService(t, entry())
  const links = ['https://x.com/mara', `https://musicbrainz.org/artist/${id}`]
  t.same(await provider.find({ ...artist, links }, send), { found: [] })
  t.equal(requests.length, 1)
  const two = JSON.stringify({ artists: [id, 'another'].map((id) => ({ id, name: 'Mara Quill', score: 100 })) })
  t.equal(await (await startService(t, entry(), two)).provider.find(artist, send), 'several')
  t.equal(await (await startService(t, entry(), '{"artists":[]}')).provider.find(artist, send), 'none')
})

t.test(
  'only pages that are the artist’s own are taken, each once, those with the artist’s own words first',
  async (t) => {
    const { provider } = await startService(
      t,
      entry(
        relation('streaming', 'https://open.spotify.com/artist/4'),
        relation('bandcamp', 'https://maraquill.bandcamp.com/'),
        relation('discogs', 'https://www.discogs.com/artist/1'),
        relation('wikidata', 'https://www.wikidata.org/wiki/Q1'),
        relation('fanpage', 'https://fans.example/'),
        relation('youtube', 'https://www.youtube.com/@maraquill'),
        relation('social network', 'https://www.instagram.com/maraquill/'),
        relation('social network', 'https://www.tiktok.com/@maraquill'),
        relation('social network', 'https://x.com/maraquill'),
        relation('social network', 'https://x.com/maraquill'),
        relation('social network', 'https://myspace.example/old', { ended: true }),
        relation('official homepage', 'https://maraquill.example/'),
      ),
    )
    const pages = await provider.find(artist, send)
    t.same(typeof pages === 'object' && 'found' in pages && pages.found.map(({ url }) => url), [
      'https://maraquill.example/',
      'https://www.instagram.com/maraquill/',
      'https://www.tiktok.com/@maraquill',
      'https://x.com/maraquill',
      'https://www.youtube.com/@maraquill',
      'https://maraquill.bandcamp.com/',
      'https://open.spotify.com/artist/4',
    ])
  },
)

t.test('addresses outside the public web are skipped', async (t) => {
  const { provider } = await startService(
    t,
    entry(
      ...[null, 7, {}, relation('official homepage', null), relation(null, 'https://a.example/')],
      ...['javascript:alert(1)', 'http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'https://u:p@a.example/']
        .concat([
          'https://router.local/',
          'https://a.example:22/',
          'not an address',
          `https://a.example/${'x'.repeat(2_100)}`,
        ])
        .map((url) => relation('official homepage', url)),
    ),
  )
  t.same(await provider.find(artist, send), { found: [] })
})

t.test('an entry with a thousand addresses gives its first', async (t) => {
  const many = Array.from({ length: 1_000 }, (_, at) => relation('social network', `https://a.example/${at}`))
  const { provider } = await startService(t, entry(...many))
  t.match(await provider.find(artist, send), { found: { length: 60 } })
})

t.test('each failure has its name, in either of the two requests', async (t) => {
  const cases: [string, RequestListener, unknown][] = [
    ['429', says(429, { 'retry-after': '2' }), { failed: 'rate_limited', retryAfterMs: 2_000 }],
    ['503', says(503, { 'retry-after': '3' }), { failed: 'provider_unavailable', retryAfterMs: 3_000 }],
    ['500', says(500), { failed: 'provider_unavailable' }],
    ['403', says(403), { failed: 'provider_refused' }],
    ['malformed', says(200, {}, '{"relations":'), { failed: 'unreadable' }],
    ['of another shape', says(200, {}, '{"relations":{},"artists":{}}'), { failed: 'unreadable' }],
    ['huge', says(200, {}, `"${'x'.repeat(2_100_000)}"`), { failed: 'too_large' }],
    ['broken', (_, response) => response.destroy(), { failed: 'provider_unavailable' }],
    ['a redirect inside', says(301, { location: 'http://127.0.0.1:9090/ws/2' }), { failed: 'provider_refused' }],
    ['a redirect to the cloud', says(302, { location: 'http://169.254.169.254/' }), { failed: 'provider_refused' }],
  ]
  for (const [title, answer, failure] of cases) {
    const { provider } = await startService(t, answer)
    t.same(await provider.find(artist, send), failure, `${title}, for the entry`)
    const { base } = await startServer(t, answer)
    const searching = createMusicbrainzProfiles({ url: base, contact: 'x' })
    t.same(await searching.find(artist, send), failure, `${title}, for the name`)
  }
})

t.test('a request without a response ends with the search', async (t) => {
  const { base } = await startServer(t, () => {})
  const cut = new AbortController()
  const pages = createMusicbrainzProfiles({ url: base, contact: 'x' }).find(artist, (ask) => ask(cut.signal))
  setImmediate(() => cut.abort())
  t.match(await pages, { failed: 'provider_unavailable' })
})

t.test('one setting chooses it with the catalogue, and both share one rate', async (t) => {
  t.match(chooseProviders(loadConfig(deployedSettings)), { profiles: undefined })
  const { profiles, catalog } = chooseProviders(
    loadConfig({ ...deployedSettings, MUSICBRAINZ_CONTACT: 'desk@a.example' }),
  )
  t.match(profiles, { name: 'musicbrainz' })
  t.ok(profiles?.rateLimit !== null && profiles?.rateLimit === catalog?.rateLimit)
  t.match(chooseProviders(loadConfig({})), { profiles: { name: 'sample', rateLimit: null } })
  t.equal(
    createMusicbrainzCatalog({ url: 'x', contact: 'x' }).rateLimit,
    createMusicbrainzProfiles({ url: 'x', contact: 'x' }).rateLimit,
  )
})
