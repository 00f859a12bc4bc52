import t from 'tap'
import { listJobs } from '../research/slices.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { addPage } from '../support/sources.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { createCatalogOfPages, createOnboardingClient, filterByKind, findOpenKey, open } from './conversation.ts'

const page = { url: 'https://maraquill.example/', displayName: 'Mara Quill' }
const turn = { type: 'about_choice', mode: 'generate', doc: '', sources: [] } as const

t.test('every repeated turn returns what it did and does nothing more', async (t) => {
  const context = await createTestContext(t, {}, { catalog: createCatalogOfPages(page) })
  const { take } = createOnboardingClient(context)
  const source = await context.addSource('Quill was born in Orrin and never left the harbour for long.', {
    curation: 'pending',
  })
  const decision = { sourceId: source.sourceId.slice('vault:'.length).toUpperCase(), status: 'approved' } as const
  const turns = [
    open,
    { type: 'find_more_profiles', addedLinks: [{ url: 'https://maraquill.bandcamp.com' }] },
    { type: 'confirm_profiles', addedLinks: [{ url: 'https://soundcloud.com/quill' }], removedSiteNames: ['bandcamp'] },
    { type: 'vault_review', decisions: [decision], addedUrls: ['https://tide-table.example/low-water'] },
    { type: 'interview_answer', questionKey: 'onboarding-1', answer: 'From the harbour of Orrin.' },
    { type: 'interview_answer', questionKey: 'onboarding-2', answer: null },
    { type: 'interview_answer', questionKey: 'onboarding-3', answer: null },
    { type: 'interview_answer', questionKey: 'onboarding-4', answer: null },
    turn,
    { type: 'publish', doc: 'Lore.', about: 'Bio.', sources: [`vault:${decision.sourceId}`], expectedBio: null },
  ] as const
  for (const turn of turns) {
    const first = await take(turn as Loose)
    t.notMatch(first.at(-1), { kind: 'error' }, turn.type)
    const rows = await everyRow(context)
    const second = await take(turn as Loose)
    t.same(await everyRow(context), rows, `${turn.type} again changes nothing`)
    t.same(second.at(-1), first.at(-1), `${turn.type} again ends alike`)
    t.notMatch(JSON.stringify(second), '"Welcome', 'it greets once')
  }
  for (const turn of turns.slice(2, 8).concat(turns.slice(9))) {
    t.equal((await take(turn as Loose)).at(-1).kind, 'complete', `${turn.type} is recognised also after the last step`)
  }
  const actions = new Set((await readCheckedTrail(t, context)).map(({ action }) => action))
  t.same([...actions].toSorted(), [
    ...['answer.saved', 'bio.published', 'correction.saved', 'lore.published', 'profile.found', 'profile.linked'],
    ...['profile.removed', 'question.offered', 'question.skipped', 'source.linked', 'source.reviewed'],
  ])
  const { db, artistId, call } = context
  const sources = await db.selectFrom('sources').select(['url', 'curation']).orderBy('url').execute()
  t.same(sources, [
    { url: sources[0]?.url, curation: 'approved' },
    { url: 'https://maraquill.example/', curation: 'pending' },
    { url: 'https://soundcloud.com/quill', curation: 'pending' },
    { url: 'https://tide-table.example/low-water', curation: 'approved' },
  ])
  const profiles = await db.selectFrom('artist_profiles').select(['url', 'state']).orderBy('url').execute()
  t.same(profiles, [
    { url: 'https://maraquill.bandcamp.com', state: 'removed' },
    { url: 'https://maraquill.example/', state: 'linked' },
    { url: 'https://soundcloud.com/quill', state: 'linked' },
  ])
  const brief = await call('owner', 'GET', `/api/artist/${artistId}/knowledge/brief`)
  t.match(brief.body, { bio: 'Bio.', generatedLoreSummary: 'Lore.' })
})

async function everyRow({ db }: Awaited<ReturnType<typeof createTestContext>>) {
  const interview = ['interview_entries', 'audit_events', 'lore_versions'] as const
  const tables = ['artists', 'artist_profiles', 'sources', ...interview] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]?.map((row) => JSON.stringify(row)).sort()]))
}

t.test('a turn out of order gets the current step, and changes nothing', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  const late: Record<string, Loose> = {
    vault_review: { type: 'vault_review', decisions: [], addedUrls: [] },
    interview_answer: { type: 'interview_answer', questionKey: 'onboarding-1', answer: 'No.' },
    about_choice: turn,
    publish: { type: 'publish', doc: '', about: 'x', sources: [], expectedBio: null },
  }
  const confirm = { type: 'confirm_profiles', addedLinks: [], removedSiteNames: ['somebody'] } as const
  const refused = async (turn: Loose, currentStep: string | null) => {
    const events = await take(turn)
    t.equal(events.length, 1)
    t.match(events, [{ kind: 'error', code: 'state_changed', currentStep }], `${turn.type} at ${currentStep}`)
  }
  for (const turn of Object.values(late)) await refused(turn, 'profiles')
  await reach('vault')
  for (const type of ['interview_answer', 'about_choice', 'publish']) await refused(late[type], 'vault')
  await refused(confirm, 'vault')
  await refused({ type: 'find_more_profiles' }, 'vault')
  await take({ type: 'vault_review', decisions: [], addedUrls: [] })
  await refused(turn, 'interview')
  await refused({ ...late.vault_review, addedUrls: ['https://other.example/'] }, 'interview')
  const events = await context.db.selectFrom('audit_events').select('action').execute()
  t.same(events, [{ action: 'question.offered' }])
})

t.test('a saved answer is final for onboarding: other words are refused, and saved as a revise', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  await reach('interview')
  const key = { type: 'interview_answer', questionKey: 'onboarding-1' } as const
  const answer = ' In the kitchen,\r\nunder the stairs — “é” 🎹 '
  const question = openKeyText(await take(open))
  const invalid = { kind: 'error', code: 'invalid_request', currentStep: 'interview' }
  t.match((await take({ ...key, answer, question: 'Another question?' })).at(-1), invalid)
  t.equal(findOpenKey(await take({ ...key, answer, question })), 'onboarding-2')
  t.match((await take({ ...key, answer: 'In the hall.' })).at(-1), { kind: 'error', code: 'state_changed' })
  t.match((await take({ ...key, answer: null })).at(-1), { kind: 'error', code: 'state_changed' })
  t.match((await take({ ...key, questionKey: 'onboarding-4', answer })).at(-1), { kind: 'error', code: 'not_found' })
  const path = `/api/artist/${context.artistId}/interview/responses`
  const [saved]: Loose[] = (await context.call('owner', 'GET', path)).body.responses
  t.equal(saved.answer, answer, 'byte for byte')
  const change = { expectedRevision: saved.revision, answer: 'In the hall.' }
  const revised = await context.call('owner', 'PATCH', `${path}/${saved.id}`, change)
  t.equal(revised.status, 200)
  t.equal(findOpenKey(await take({ ...key, answer: 'In the hall.' })), 'onboarding-2', 'what is saved now is a success')
})

const openKeyText = (events: Loose[]): string =>
  filterByKind(events, 'chat').find(({ questionKey }) => questionKey !== null)?.text ?? ''

t.test('a question that was answered elsewhere is not offered again, and one of another artist is', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  await createOnboardingClient(context, 'other-owner', context.otherArtistId).reach('publish')
  await reach('interview')
  const asked = context.db.selectFrom('interview_entries').selectAll().where('artist_id', '=', context.artistId)
  const entry = await asked.executeTakeFirstOrThrow()
  const path = `/api/artist/${context.artistId}/interview/answers/${entry.id}`
  const saved = await context.call('owner', 'POST', path, { expectedRevision: entry.revision, answer: 'The sea.' })
  t.equal(saved.status, 200)
  const turn = { type: 'interview_answer', questionKey: 'onboarding-1', answer: 'The sea.' } as const
  t.equal(findOpenKey(await take(turn)), 'onboarding-2', 'a turn that says the same goes on')
})

t.test('a removed page stays out of a search, and the artist can add it again', async (t) => {
  const catalog = createCatalogOfPages(page, { ...page, url: 'https://maraquill.example/live' })
  const context = await createTestContext(t, {}, { catalog })
  const { take } = createOnboardingClient(context)
  const names = (events: Loose[]) => pluck(filterByKind(events, 'candidate'), 'siteName')
  t.same(names(await take(open)), ['maraquill.example', 'maraquill.example 2'], 'each has a name of its own')
  const remove = { type: 'find_more_profiles' as const, removedSiteNames: ['maraquill.example'] }
  for (const removed of [await take(remove), await take(remove)]) t.same(names(removed), ['maraquill.example 2'])
  t.equal(pluck(await readCheckedTrail(t, context), 'action').filter((one) => one === 'profile.removed').length, 1)
  const addedLinks = [{ url: 'http://WWW.maraquill.example#top' }, { url: 'http://10.0.0.1/' }]
  const byHand = await take({ type: 'find_more_profiles', addedLinks })
  t.same(names(byHand), ['maraquill.example', 'maraquill.example 2'])
  t.match(filterByKind(byHand, 'unreachable'), [{ url: 'http://10.0.0.1/' }])
})

t.test('an artist has 300 profiles at most, each with a short name', async (t) => {
  const { take } = createOnboardingClient(await createTestContext(t))
  const add = (...hosts: string[]) =>
    take({ type: 'find_more_profiles', addedLinks: hosts.map((host) => ({ url: `https://${host}.example/` })) })
  const long = `${'a'.repeat(50)}.${'b'.repeat(50)}`
  t.equal(filterByKind(await add(long), 'candidate')[0]?.siteName, long.slice(0, 90))
  for (const [name, length] of Object.entries({ one: 99, two: 100, three: 100 }))
    await add(...Array.from({ length }, (_, at) => `${name}${at}`))
  t.match((await add('four')).at(-1), { kind: 'error', code: 'limit_exceeded' })
})

t.test('what is put to the artist is what waits in the vault, the oldest first, and may be shown', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  const add = (columns: Loose) => addPage(context, null, { curation: 'pending', ...columns })
  const newer = await add({ ingested_at: '2025-01-02T00:00:00Z' })
  const older = await add({ ingested_at: '2025-01-01T00:00:00Z' })
  for (const other of [{ is_private: true }, { removed_at: new Date() }, { kind: 'discovery' }]) await add(other)
  await reach('vault')
  const [put] = filterByKind(await take(open), 'sources')
  t.same(pluck(put?.sources ?? [], 'sourceId'), [older, newer])
})

t.test('a hundred sources are put to the artist at once, and the texts of twenty are fetched by one job', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  const stored = await context.addSource('A text that is stored.', { curation: 'pending' })
  const add = (url: string | null, title: string) => addPage(context, url, { curation: 'pending', title })
  const ids = [stored.sourceId.slice(6), await add(null, '🔔'.repeat(301))]
  for (let n = 0; n < 99; n += 1) ids.push(await add(`https://press.example/${n}`, `${n}`))
  await reach('vault')
  const { sources } = filterByKind(await take(open), 'sources')[0] ?? { sources: [] }
  t.same(pluck(sources, 'sourceId'), ids.slice(0, 100))
  t.equal(sources[1]?.title, '🔔'.repeat(300))
  const decisions = ids.slice(0, 23).map((sourceId) => ({ sourceId, status: 'approved' as const }))
  const addedUrls = ['http://10.0.0.1/', 'https://www.instagram.com/p/x']
  const unreachable = filterByKind(await take({ type: 'vault_review', decisions, addedUrls }), 'unreachable')
  t.same(pluck(unreachable, 'reason'), ['not_allowed', 'unsupported'])
  const [job] = await listJobs(context, 'source_search')
  t.same(job?.payload, { sourceIds: ids.slice(2, 22).map((id) => `vault:${id}`) }, 'of those without one')
})

t.test('a decision about a missing source changes nothing', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  const own = await context.addSource('An own page.', { curation: 'pending' })
  const foreign = await context.addSource('Another artist.', { curation: 'pending', artistId: context.otherArtistId })
  await reach('vault')
  const decisions = [own, foreign].map(({ sourceId }) => ({ sourceId: sourceId.slice(6), status: 'approved' as const }))
  const missing = { kind: 'error', code: 'not_found', currentStep: 'vault' }
  t.match((await take({ type: 'vault_review', decisions, addedUrls: [] })).at(-1), missing)
  const rows = await context.db.selectFrom('sources').select('curation').execute()
  t.same(rows, [{ curation: 'pending' }, { curation: 'pending' }])
})

t.test('a new sitting can begin while a question of the onboarding is open', async (t) => {
  const context = await createTestContext(t)
  await createOnboardingClient(context).reach('interview')
  const session = `/api/artist/${context.artistId}/interview/session`
  const started = await context.call('owner', 'POST', session, { requestId: '0198f3b0-0000-7000-8000-000000000001' })
  t.match(started, { status: 200, body: { legacyOffers: { length: 0 } } })
})
