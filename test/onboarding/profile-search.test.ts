import type { RequestListener } from 'node:http'
import t from 'tap'
import { createMusicbrainzProfiles } from '#src/research/providers/musicbrainz.ts'
import { startServer } from '../providers/http/outside.ts'
import { createTestContext } from '../support/test-context.ts'
import { createOnboardingClient, filterByKind, open } from './conversation.ts'

const id = 'b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d'
const relations = [
  { type: 'social network', ended: false, url: { resource: 'https://www.instagram.com/maraquill/' } },
  { type: 'bandcamp', ended: false, url: { resource: 'https://maraquill.bandcamp.com/' } },
  { type: 'discogs', ended: false, url: { resource: 'https://www.discogs.com/artist/1' } },
]

/** An onboarding whose search is MusicBrainz, answering as `service` says. */
async function conversation(
  t: Parameters<typeof startServer>[0],
  service: { artists: unknown[]; refuse?: RequestListener },
) {
  const { base, requests } = await startServer(t, (request, response) => {
    if (service.refuse !== undefined) return service.refuse(request, response)
    const isSearch = request.url?.startsWith('/artist?') === true
    return response.end(JSON.stringify(isSearch ? { artists: service.artists } : { id, relations }))
  })
  const provider = createMusicbrainzProfiles({ url: base, contact: 'desk@brack-records.example' })
  const context = await createTestContext(
    t,
    {},
    { profiles: { ...provider, rateLimit: { name: 'test', intervalMs: 1 } } },
  )
  return { ...createOnboardingClient(context), context, requests }
}

const words = (events: Parameters<typeof filterByKind>[0]) =>
  filterByKind(events, 'chat')
    .map(({ text }) => text)
    .join(' ')
const named = (of: string) => ({ id: of, name: 'Mara Quill', score: 100 })

t.test('pages that MusicBrainz lists as the artist’s own are proposed, and confirmed ones are linked', async (t) => {
  const { take, requests } = await conversation(t, { artists: [named(id)] })
  const candidates = filterByKind(await take(open), 'candidate').map(({ siteName, url }) => [siteName, url])
  t.same(candidates, [
    ['instagram', 'https://www.instagram.com/maraquill/'],
    ['bandcamp', 'https://maraquill.bandcamp.com/'],
  ])
  const confirmed = await take({ type: 'confirm_profiles', addedLinks: [], removedSiteNames: ['bandcamp'] })
  t.same(
    filterByKind(confirmed, 'linked').map(({ siteName }) => siteName),
    ['instagram'],
  )
  await take(open)
  t.equal(requests.length, 2, 'looked for once')
})

t.test('of several artists of one name none is proposed; the artist’s own link decides', async (t) => {
  const { take, requests } = await conversation(t, { artists: [named(id), named('another')] })
  const first = await take(open)
  t.match(words(first), /Several artists of your name/)
  t.same(filterByKind(first, 'candidate'), [])
  await take(open)
  t.equal(requests.length, 1, 'it is not asked again by itself')
  const link = { url: `https://musicbrainz.org/artist/${id}` }
  const second = await take({ type: 'find_more_profiles', addedLinks: [link] })
  t.same(
    filterByKind(second, 'candidate').map(({ siteName }) => siteName),
    ['musicbrainz', 'instagram', 'bandcamp'],
  )
  t.notMatch(words(second), /Nothing was found/)
  t.match(words(await take({ type: 'find_more_profiles', addedLinks: [] })), /Nothing was found/, 'the second time')
})

t.test('the message says when an artist is not listed', async (t) => {
  t.match(words(await (await conversation(t, { artists: [] })).take(open)), /No artist of exactly your name/)
})

t.test(
  'a search that is refused for the moment is announced as such, loses nothing, and is repeated later',
  async (t) => {
    const service: Parameters<typeof conversation>[1] = {
      artists: [named(id)],
      refuse: (_, response) => response.writeHead(503, { 'retry-after': '60' }).end('{}'),
    }
    const { take, state, requests, context } = await conversation(t, service)
    const link = { url: 'https://maraquill.example/' }
    const refused = await take({ type: 'find_more_profiles', addedLinks: [link] })
    t.match(words(refused), /does not answer just now/)
    t.same(
      filterByKind(refused, 'candidate').map(({ url }) => url),
      [link.url],
    )
    t.match(await state(), { currentStep: 'profiles' })
    await take(open)
    t.equal(requests.length, 1, 'the pause that it asks for is kept')
    Object.assign(service, { refuse: undefined })
    await context.db
      .updateTable('provider_rate_limits')
      .set({ next_at: new Date(0) })
      .execute()
    t.equal(filterByKind(await take(open), 'candidate').length, 3)
  },
)

t.test('one artist is looked for so often a day at most: the pace is shared by all', async (t) => {
  const { take, requests } = await conversation(t, { artists: [] })
  const looks = 25
  let last = ''
  for (let look = 0; look < looks; look += 1) last = words(await take({ type: 'find_more_profiles' }))
  t.equal(requests.length, 20)
  t.match(last, /looked for often today/)
})
