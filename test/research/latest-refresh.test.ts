import t from 'tap'
import { createMusicbrainzCatalog } from '#src/research/providers/musicbrainz.ts'
import { addCandidate, addLinkedPage } from '../evidence/discoveries.ts'
import { startServer } from '../support/local-server.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { runJob } from './slices.ts'

const catalogueArtistId = 'b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d'
const album = { 'primary-type': 'Album'.padEnd(61, '.') }
const groupId = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const listReleases = ({ db }: TestContext) => db.selectFrom('releases').select('release_id').execute()

/** The part of the MusicBrainz web service that finds an artist and lists the release groups. */
async function createContext(t: Parameters<typeof createTestContext>[0], groups: { title: string; date: string }[]) {
  const service = {
    artists: [{ id: catalogueArtistId, name: 'Mara Quill', score: 100 }] as unknown[],
    groups,
    /** Release groups after which nothing is listed, although the total says so. */
    cut: Number.POSITIVE_INFINITY,
    /** How many it says there are, where that is not their number. */
    total: undefined as unknown,
  }
  const { base, requests } = await startServer(t, (request, response) => {
    const url = new URL(request.url ?? '', 'http://service.test')
    if (url.pathname === '/artist') return response.end(JSON.stringify({ artists: service.artists }))
    const offset = Number(url.searchParams.get('offset'))
    const listed = service.groups
      .map(({ title, date }, at) => ({ ...album, id: groupId(at), title, 'first-release-date': date }))
      .slice(offset, Math.min(service.cut, offset + 100))
    const total = service.total ?? service.groups.length
    return response.end(JSON.stringify({ 'release-group-count': total, 'release-groups': listed }))
  })
  const catalog = createMusicbrainzCatalog({ url: base, contact: 'desk@brack-records.example' })
  const atOnce = { ...catalog, rateLimit: { name: 'test', intervalMs: 1 } }
  const context = await createTestContext(t, {}, { catalog: atOnce })
  return { context, service, requests }
}

const brief = async (context: TestContext, artistId = context.artistId) =>
  (await context.call('admin', 'GET', `/api/artist/${artistId}/knowledge/brief`)).body

t.test('releases of a catalogue are in the brief, the latest first, ten at most', async (t) => {
  const groups = Array.from({ length: 130 }, (_, at) => ({ title: `Record ${at}`, date: `${1890 + at}` }))
  groups.push({ title: 'Of this autumn'.padEnd(301, '.'), date: '2026-09-18' }, { title: 'Of no date', date: '' })
  const { context, requests } = await createContext(t, groups)
  t.notOk('latestReleases' in (await brief(context)), 'left out while none are known')
  const { job, slices } = await runJob(context, 'latest_refresh')
  t.same(pluck(slices, 'progress'), [
    'Found the artist in the catalogue',
    'Read 100 of 132 releases',
    'Read 132 of 132 releases',
  ])
  t.match(job, { state: 'done', cursor: 3, total: 3, result: { releases: 132 } })
  t.equal(requests.length, 3)
  const { latestReleases } = await brief(context)
  t.equal(latestReleases.length, 10)
  t.strictSame(latestReleases[0], {
    title: 'Of this autumn'.padEnd(300, '.'),
    type: 'Album'.padEnd(60, '.'),
    releasedOn: '2026-09-18',
    catalog: 'musicbrainz',
    url: `https://musicbrainz.org/release-group/${groupId(130)}`,
  })
  t.equal(latestReleases[1].title, 'Record 129')
})

t.test('a release that is not listed any more is removed, and each refresh with changes is one event', async (t) => {
  const { context, service } = await createContext(t, [
    { title: 'Low Water', date: '2022' },
    { title: 'By another artist', date: '2023' },
  ])
  const other = { artist_id: context.artistId, catalog: 'other', release_id: groupId(0), title: 'Of another catalogue' }
  await context.db.insertInto('releases').values(other).execute()
  await runJob(context, 'latest_refresh')
  await runJob(context, 'latest_refresh')
  service.groups = [{ title: 'Low Water', date: '2022-10-07' }]
  await runJob(context, 'latest_refresh')
  t.match((await brief(context)).latestReleases, [{ releasedOn: '2022-10-07' }, { title: other.title }])
  const events = await context.db.selectFrom('audit_events').select(['action', 'details']).orderBy('seq').execute()
  t.strictSame(events, [
    { action: 'releases.refreshed', details: { changed: 2, removed: 0 } },
    { action: 'releases.refreshed', details: { changed: 1, removed: 1 } },
  ])
})

t.test('a page that does not fit its total removes nothing, and the job fails', async (t) => {
  const groups = Array.from({ length: 130 }, (_, at) => ({ title: `Record ${at}`, date: `${1890 + at}` }))
  const { context, service } = await createContext(t, groups)
  await runJob(context, 'latest_refresh')
  t.equal((await listReleases(context)).length, 130)
  for (const [cut, total] of [[0], [100], [130, 131], [130, 0], [130, 99], [130, '130']]) {
    Object.assign(service, { cut, total })
    const { job } = await runJob(context, 'latest_refresh')
    t.match(job, { state: 'failed', error_category: 'unreadable' })
    t.equal((await listReleases(context)).length, 130, `of which ${cut} are listed, of ${total}`)
  }
})

t.test('what is not listed is removed after the last page, be it the tenth, and never before the end', async (t) => {
  const groups = Array.from({ length: 1_001 }, (_, at) => ({ title: `Record ${at}`, date: '2020' }))
  const { context, service } = await createContext(t, groups.slice(0, 1_000))
  const gone = {
    artist_id: context.artistId,
    catalog: 'musicbrainz',
    release_id: 'gone',
    title: 'Gone',
    url: 'https://a/',
  }
  await context.db.insertInto('releases').values(gone).execute()
  await runJob(context, 'latest_refresh')
  t.equal((await listReleases(context)).length, 1_000, 'ten whole pages')
  service.groups = [{ title: 'Another', date: '2021' }, ...groups]
  await runJob(context, 'latest_refresh')
  t.equal((await listReleases(context)).length, 1_000, 'more pages than are read')
})

t.test('no artist is guessed: without exactly one of the name the job ends; an approved link decides', async (t) => {
  const undecided = { destination: 'link', curation: 'pending', identity: 'confirmed' } as const
  const { context, service, requests } = await createContext(t, [{ title: 'Low Water', date: '2022' }])
  service.artists.push({ id: groupId(9), name: 'Mara Quill', score: 99 })
  const { slices, job } = await runJob(context, 'latest_refresh')
  t.match(slices, [{ done: true, progress: /several artists of this name/ }])
  t.match(job, { cursor: 1, total: 1 })
  await addCandidate(context, null, { ...undecided, url: `https://musicbrainz.org/artist/${groupId(9)}` })
  await addLinkedPage(context, `https://musicbrainz.org/artist/${catalogueArtistId}`)
  await runJob(context, 'latest_refresh')
  t.match(requests.at(-1)?.url, catalogueArtistId)
  t.equal((await brief(context)).latestReleases.length, 1)
  service.artists = []
  await context.db.deleteFrom('discoveries').execute()
  const unnamed = await runJob(context, 'latest_refresh')
  t.match(unnamed.slices, [{ done: true, progress: /no artist of this name/ }])
})
