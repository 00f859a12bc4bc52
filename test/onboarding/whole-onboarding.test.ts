import t from 'tap'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { createOnboardingClient, createProfileProvider, filterByKind, findOpenKey, open } from './conversation.ts'

const instagram = { url: 'https://www.instagram.com/maraquill/', displayName: 'Mara Quill' }
const nibs = { url: 'https://quill-pens.example/mara', displayName: 'Mara Quill, fine nibs' }

const review = `Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin. The pump organ on the record came from a
chapel that the sea has since taken. She sang every song in one take, late in the winter of 2021.`

t.test('an artist is onboarded from the first turn to the published page, through HTTP', async (t) => {
  const context = await createTestContext(t, {}, { profiles: createProfileProvider(instagram, nibs) })
  const { take, state } = createOnboardingClient(context)
  const pending = await context.addSource(review, { curation: 'pending', title: 'A review' })
  const rumour = await context.addSource('She was born at sea.', { curation: 'pending', title: 'A rumour' })
  t.same(await state(), {
    status: 'ok',
    complete: false,
    currentStep: 'profiles',
    steps: { profiles: null, vault: null, interview: null, publish: null },
  })

  const opened = await take(open)
  t.same(
    filterByKind(opened, 'candidate').map(({ siteName }) => siteName),
    ['instagram', 'quill-pens.example'],
  )
  t.match(opened.at(-1), { kind: 'step', currentStep: 'profiles' })

  const confirmed = await take({
    type: 'confirm_profiles',
    addedLinks: [{ url: 'https://maraquill.example/about' }, { url: 'http://127.0.0.1/mine' }],
    removedSiteNames: ['quill-pens.example'],
  })
  t.same(
    filterByKind(confirmed, 'linked').map(({ url }) => url),
    [instagram.url, 'https://maraquill.example/about'],
  )
  t.same(filterByKind(confirmed, 'unreachable'), [
    { kind: 'unreachable', url: 'http://127.0.0.1/mine', reason: 'not_allowed' },
  ])
  const [shown] = filterByKind(confirmed, 'sources')
  const removeKind = (sourceId: string) => sourceId.slice('vault:'.length)
  t.same(
    shown?.sources.map(({ url, title, status }) => [title ?? url, status]),
    [
      ['A review', 'pending'],
      ['A rumour', 'pending'],
      ['https://maraquill.example/about', 'pending'],
    ],
    'a page of the artist is collected; what can be read only after signing in is not',
  )
  t.match(confirmed.at(-1), { kind: 'step', currentStep: 'vault' })

  const reviewed = await take({
    type: 'vault_review',
    decisions: [
      { sourceId: removeKind(pending.sourceId), status: 'approved' },
      { sourceId: removeKind(rumour.sourceId), status: 'rejected' },
    ],
    addedUrls: ['https://tide-table.example/low-water', 'https://www.instagram.com/p/1/'],
  })
  t.match(filterByKind(reviewed, 'unreachable'), [{ url: 'https://www.instagram.com/p/1/', reason: 'unsupported' }])
  t.same(
    filterByKind(reviewed, 'source').map(({ source }) => [source.title ?? source.url, source.status]),
    [
      ['A review', 'approved'],
      ['A rumour', 'rejected'],
      ['https://tide-table.example/low-water', 'approved'],
    ],
  )
  t.equal(findOpenKey(reviewed), 'onboarding-1')

  const answered = await take({
    type: 'interview_answer',
    questionKey: 'onboarding-1',
    answer: 'From a harbour where the foghorn gives the key, every night of my childhood.',
  })
  t.equal(findOpenKey(answered), 'onboarding-2')
  let events = answered
  for (let key = findOpenKey(events); key !== undefined; key = findOpenKey(events)) {
    events = await take({ type: 'interview_answer', questionKey: key, answer: null })
  }
  t.match(events.at(-1), { kind: 'step', currentStep: 'publish' })
  t.equal(filterByKind(events, 'choices').length, 1)

  const drafted = await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })
  const [draft] = filterByKind(drafted, 'draft')
  t.equal(
    filterByKind(drafted, 'text-delta')
      .map(({ text }) => text)
      .join(''),
    draft?.doc,
  )
  t.match(draft?.doc, /The pump organ on the record came from a\nchapel that the sea has since taken\./)
  t.match(draft?.doc, /foghorn/)
  t.match(draft?.doc, / \[1\]/)
  t.same(draft?.sources, [pending.sourceId])
  t.equal(draft?.expectedBio, null)
  t.ok((draft?.about.length ?? 0) > 0)

  const published = await take({
    type: 'publish',
    doc: draft?.doc ?? '',
    about: 'Singer from Orrin.',
    sources: draft?.sources ?? [],
    expectedBio: null,
  })
  t.equal(published.at(-1)?.kind, 'complete')
  const ended: Loose = await state()
  t.match(ended, { complete: true, currentStep: null, steps: { publish: published.at(-1)?.publishedAt } })

  const brief: Loose = (await context.call('owner', 'GET', `/api/artist/${context.artistId}/knowledge/brief`)).body
  t.equal(brief.bio, 'Singer from Orrin.')
  t.equal(brief.generatedLoreSummary, draft?.doc)
  const responses: Loose = (await context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/responses`))
    .body
  t.match(responses.responses, [{ questionKey: 'onboarding-1', source: 'onboarding', sitting: null }])

  const trail = await readCheckedTrail(t, context)
  const actions = new Set(trail.map(({ action }) => action))
  for (const action of ['profile.linked', 'profile.removed', 'source.linked', 'source.reviewed', 'question.offered'])
    t.ok(actions.has(action), action)
  for (const action of ['answer.saved', 'question.skipped', 'bio.published', 'lore.published'])
    t.ok(actions.has(action), action)
})

t.test('a new sitting can begin while a question of the onboarding is open', async (t) => {
  const context = await createTestContext(t)
  await createOnboardingClient(context).reach('interview')
  const session = `/api/artist/${context.artistId}/interview/session`
  const started = await context.call('owner', 'POST', session, { requestId: '0198f3b0-0000-7000-8000-000000000001' })
  t.equal(started.status, 200)
  t.same(started.body.legacyOffers, [])
})
