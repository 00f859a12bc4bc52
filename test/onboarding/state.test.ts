import type { RequestListener } from 'node:http'
import t, { type Test } from 'tap'
import { document } from '#src/contract/document.ts'
import { createMusicbrainzCatalog } from '#src/research/providers/musicbrainz.ts'
import { buildArticle, newWeb } from '../discoveries/web.ts'
import { finishJobs, listJobs } from '../research/slices.ts'
import { startServer } from '../support/local-server.ts'
import { pluck } from '../support/pluck.ts'
import { addPage } from '../support/sources.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { createCatalogOfPages, createOnboardingClient, filterByKind, findOpenKey, open } from './conversation.ts'

t.test('any caller may poll the state; it says when each step was completed and nothing else', async (t) => {
  const context = await createTestContext(t)
  const { state, reach } = createOnboardingClient(context)
  const steps = { profiles: null, vault: null, interview: null, publish: null }
  const notBegun = { status: 'ok', complete: false, currentStep: 'profiles', steps }
  t.same(await state(), notBegun)
  const unknown = createOnboardingClient(context, 'owner', '0198f3a2-0000-7000-8000-00000000dead')
  t.same(await unknown.state(), notBegun, 'an unknown artist looks the same')
  await reach('interview')
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
  t.match(await state(), { ...notBegun, currentStep: 'interview', steps: { ...steps, profiles: at, vault: at } })
})

t.test('a claim that is revoked, or a step that ends, in the middle of a turn stops the turn’s changes', async (t) => {
  for (const [change, last] of [
    [({ db }: Loose) => db.updateTable('claims').set({ state: 'revoked' }).execute(), { code: 'not_your_artist' }],
    [(context: Loose) => createOnboardingClient(context, 'admin').reach('vault'), { currentStep: 'vault' }],
  ] as const) {
    const changing: Loose = {}
    const catalog = createCatalogOfPages()
    catalog.listProfiles = async () => {
      await changing.now()
      return { found: [{ url: 'https://maraquill.example/', displayName: null }] }
    }
    const context = await createTestContext(t, {}, { catalog })
    changing.now = () => change(context)
    t.match((await createOnboardingClient(context).take(open)).at(-1), last)
    t.same(await context.db.selectFrom('artist_profiles').selectAll().execute(), [])
  }
  const catalog = createCatalogOfPages()
  const context = await createTestContext(t, {}, { catalog })
  catalog.find = async () => {
    await context.db.updateTable('claims').set({ state: 'revoked' }).execute()
    return { failed: 'provider_unavailable' }
  }
  t.match((await createOnboardingClient(context).take(open)).at(-1), { code: 'not_your_artist' }, 'and what it shows')
})

t.test('a catalogue that does not answer ends the search for profiles, and the turn says so', async (t) => {
  for (const unanswered of ['find', 'listProfiles'] as const) {
    const catalog = { ...createCatalogOfPages(), [unanswered]: async () => ({ failed: 'provider_unavailable' }) }
    const { take } = createOnboardingClient(await createTestContext(t, {}, { catalog }))
    const events = await take(open)
    t.match(JSON.stringify(events), 'The search does not answer just now', unanswered)
    t.equal(events.at(-1).kind, 'step', unanswered)
  }
})

t.test('a single confirmed profile is collected; without one there is nothing to collect', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId, otherArtistId } = context
  const confirm = (addedLinks: { url: string }[], ...of: [string, string]) =>
    createOnboardingClient(context, ...of).take({ type: 'confirm_profiles', addedLinks, removedSiteNames: [] })
  await confirm([], 'other-owner', otherArtistId)
  t.same(await listJobs(context), [])
  await confirm([{ url: 'https://maraquill.example/' }], 'owner', artistId)
  const jobs = await db.selectFrom('artist_research_jobs').select(['artist_id', 'kind']).execute()
  t.same(jobs, [{ artist_id: artistId, kind: 'social_ingest' }])
  const sources = await db.selectFrom('sources').select(['artist_id', 'curation']).execute()
  t.same(sources, [{ artist_id: artistId, curation: 'pending' }])
})

t.test('the end of the interview queues a Lore refresh if there is an answer', async (t) => {
  for (const [answer, kinds] of [
    ['The bell.', ['lore_refresh']],
    [null, []],
  ] as const) {
    const context = await createTestContext(t)
    const { take, reach, skipAll } = createOnboardingClient(context)
    await reach('interview')
    const questionKey = findOpenKey(await take(open)) ?? ''
    await take({ type: 'interview_answer', questionKey, answer })
    await skipAll()
    t.same(pluck(await listJobs(context), 'kind'), kinds)
  }
})

t.test('every kind of event of the contract is sent by some turn, and fits its schema', async (t) => {
  const page = { url: 'https://maraquill.example/', displayName: 'Mara' }
  const context = await createTestContext(t, {}, { catalog: createCatalogOfPages(page) })
  const { take, skipAll } = createOnboardingClient(context)
  await context.addSource('Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin.')
  // `take` has validated every event against the contract.
  const events = [
    ...(await take(open)),
    ...(await take({ type: 'confirm_profiles', addedLinks: [{ url: 'http://10.0.0.1/' }], removedSiteNames: [] })),
    ...(await take({ type: 'vault_review', decisions: [], addedUrls: ['https://tide-table.example/low-water'] })),
    ...(await take({ type: 'publish', doc: '', about: '', sources: [], expectedBio: null })),
  ]
  await skipAll()
  events.push(...(await take(open)))
  events.push(...(await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })))
  events.push(...(await take({ type: 'publish', doc: '', about: '', sources: [], expectedBio: null })))
  const { discriminator } = (document.components as Loose).schemas.OnboardingEvent
  t.same(new Set(events.map(({ kind }) => kind)), new Set(Object.keys(discriminator.mapping)))
})

const id = 'b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d'
const relations = [
  { type: 'social network', ended: false, url: { resource: 'https://www.instagram.com/maraquill/' } },
  { type: 'bandcamp', ended: false, url: { resource: 'https://maraquill.bandcamp.com/' } },
  { type: 'discogs', ended: false, url: { resource: 'https://www.discogs.com/artist/1' } },
]

/** An onboarding whose search is MusicBrainz, answering as `service` says. */
async function conversation(t: Test, service: { artists: unknown[]; refuse?: RequestListener }) {
  const { base, requests } = await startServer(t, (request, response) => {
    if (service.refuse !== undefined) return service.refuse(request, response)
    const isSearch = request.url?.startsWith('/artist?') === true
    return response.end(JSON.stringify(isSearch ? { artists: service.artists } : { id, relations }))
  })
  const catalog = createMusicbrainzCatalog({ url: base, contact: 'desk@brack-records.example' })
  const atOnce = { ...catalog, rateLimit: { name: 'test', intervalMs: 1 } }
  const context = await createTestContext(t, {}, { catalog: atOnce })
  return { ...createOnboardingClient(context), context, requests }
}

const words = (events: Parameters<typeof filterByKind>[0]) => pluck(filterByKind(events, 'chat'), 'text').join(' ')
const named = (of: string) => ({ id: of, name: 'Mara Quill', score: 100 })

t.test('pages that MusicBrainz lists as the artist’s own are proposed, and confirmed ones are linked', async (t) => {
  const { take, requests } = await conversation(t, { artists: [named(id)] })
  const candidates = filterByKind(await take(open), 'candidate').map(({ siteName, url }) => [siteName, url])
  t.same(candidates, [
    ['instagram', 'https://www.instagram.com/maraquill/'],
    ['bandcamp', 'https://maraquill.bandcamp.com/'],
  ])
  const confirmed = await take({ type: 'confirm_profiles', addedLinks: [], removedSiteNames: ['bandcamp'] })
  t.same(pluck(filterByKind(confirmed, 'linked'), 'siteName'), ['instagram'])
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
  t.same(pluck(filterByKind(second, 'candidate'), 'siteName'), ['musicbrainz', 'instagram', 'bandcamp'])
  t.notMatch(words(second), /Nothing was found/)
  t.match(words(await take({ type: 'find_more_profiles', addedLinks: [] })), /Nothing was found/, 'the second time')
})

t.test('the message says when an artist is not listed, and where there is no search', async (t) => {
  t.match(words(await (await conversation(t, { artists: [] })).take(open)), /No artist of exactly your name/)
  const without = createOnboardingClient(await createTestContext(t))
  t.match(words(await without.take(open)), /No search for your pages is set up here/)
})

t.test('a search that is refused for the moment is announced, loses nothing, and is repeated later', async (t) => {
  const service: Parameters<typeof conversation>[1] = {
    artists: [named(id)],
    refuse: (_, response) => response.writeHead(503, { 'retry-after': '60' }).end('{}'),
  }
  const { take, state, requests, context } = await conversation(t, service)
  const link = { url: 'https://maraquill.example/' }
  const refused = await take({ type: 'find_more_profiles', addedLinks: [link] })
  t.match(words(refused), /does not answer just now/)
  t.same(pluck(filterByKind(refused, 'candidate'), 'url'), [link.url])
  t.match(await state(), { currentStep: 'profiles' })
  await take(open)
  t.equal(requests.length, 1, 'the pause that it asks for is kept')
  Object.assign(service, { refuse: undefined })
  await context.db.deleteFrom('provider_rate_limits').execute()
  t.equal(filterByKind(await take(open), 'candidate').length, 3)
})

t.test('one artist is looked for so often a day at most, and then takes no turn at what all look in', async (t) => {
  const { take, requests, context } = await conversation(t, { artists: [] })
  for (let look = 0; look < 20; look += 1) await take({ type: 'find_more_profiles' })
  await context.db.deleteFrom('provider_rate_limits').execute()
  t.match(words(await take({ type: 'find_more_profiles' })), /looked for often today/)
  t.equal(requests.length, 20)
  t.same(await context.db.selectFrom('provider_rate_limits').select('name').execute(), [])
})

t.test('a recovery that is live does not keep the texts of approved pages from being fetched', async (t) => {
  const site = { '/first': buildArticle('sang to the ferry'), '/second': buildArticle('rowed') }
  const { context, base } = await newWeb(t, site)
  const { artistId, call } = context
  const first = await addPage(context, `${base}/first`)
  const second = await addPage(context, `${base}/second`, { curation: 'pending' })
  const { take, reach } = createOnboardingClient(context)
  await reach('vault')
  const knowledge = `/api/artist/${artistId}/knowledge/sources`
  await call('owner', 'POST', `${knowledge}/extract`, { sourceIds: [first] })
  const decisions = [{ sourceId: second, status: 'approved' as const }]
  await take({ type: 'vault_review', decisions, addedUrls: [] })
  t.equal((await listJobs(context, 'lore_refresh')).length, 1)
  const readiness = async () =>
    (await call('owner', 'GET', knowledge)).body.sources.map(({ extraction }: Loose) => extraction.readiness)
  t.same(await readiness(), ['queued', 'queued'])
  const again = await call('owner', 'POST', `${knowledge}/extract`, { sourceIds: [second] })
  t.match(again, { status: 409, body: { code: 'work_in_progress' } })
  await finishJobs(context, 'source_search')
  t.same(await readiness(), ['ready', 'ready'])
})
