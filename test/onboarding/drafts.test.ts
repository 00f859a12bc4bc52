import t from 'tap'
import { chooseAbout, overviewMs } from '#plugins/onboarding/draft.ts'
import type { PublishTurn } from '#src/contract/types.gen.ts'
import { addDiscovery } from '../evidence/discoveries.ts'
import { createLoreClient } from '../lore/lore-api.ts'
import { buildBoundaryOn, createMemoryClient } from '../memory/memory.ts'
import { openModel } from '../research/answering-model.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { createOnboardingClient, filterByKind, open } from './conversation.ts'
import { generate, lighthouse, listCorrections, reachPublish, text } from './publish-step.ts'

t.test('a draft is stored for the next turn, and composed again when the records have changed', async (t) => {
  const { context, take, draft, source } = await reachPublish(t)
  const text = 'Mara Quill keeps every tape in the drawer below the bread, and never lends one.'
  await addDiscovery(context, text, { curation: 'approved', identity: 'confirmed' })
  const first = await draft()
  t.match(first.doc, /lighthouse/)
  t.notMatch(first.doc, /drawer/, 'a candidate of research is no source of a draft')
  t.same(first.sources, [source.sourceId])
  t.same((await take(open)).at(-1), first)
  t.same(await draft(), first)
  t.same(filterByKind(await take(generate), 'progress'), [], 'asked again, it is not composed again')
  const boundary = buildBoundaryOn({ questionKey: 'onboarding-1' }, { wording: 'Nothing about the lighthouse.' })
  await createMemoryClient(context).save(boundary)
  const { doc, about } = await draft()
  t.match(doc, /pump organ/)
  t.notMatch(doc + about, /lighthouse/, 'a boundary that excludes a subject from Lore excludes it from a draft')
})

t.test('what the artist would put differently is saved, and is not said on the page', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  await reach('interview')
  const said = [
    'From the harbour of Orrin.',
    'Low Water, for the hum.',
    'With the tide table.',
    'That I studied in Vienna.',
  ]
  for (const [n, answer] of said.entries())
    await take({ type: 'interview_answer', questionKey: `onboarding-${n + 1}`, answer })
  const { doc } = (await take(generate)).at(-1)
  t.same(
    said.filter((answer) => doc.includes(answer)),
    said.slice(0, 3),
  )
  t.notMatch(doc, /put differently/)
  const { responses } = (await context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/responses`)).body
  t.same(pluck(responses, 'answer').toSorted(), said.toSorted())
})

t.test('the biography that is proposed is no line of a talk, and in nobody’s first person', async (t) => {
  const { context, draft } = await reachPublish(t)
  await context.db.updateTable('sources').set({ curation: 'rejected' }).execute()
  const host = 'A talk with Mara Quill\n\n[00:00:04] HOST: So. Mara Quill steals. I met Mara Quill. Mara Quill, when?'
  await context.addSource(`${host}\n\nQUILL: All right. There are thirty. Quill keeps them in the ferry office.`)
  t.equal((await draft()).about, 'Quill keeps them in the ferry office.')
})

t.test('a page or a biography of characters that are not seen is refused by its name', async (t) => {
  const { send } = await reachPublish(t)
  for (const blank of [' \n', '\u200b', '\u2060\u3164\n']) {
    t.match(await send({ ...generate, doc: blank }), { status: 400, body: { error: /doc/ } })
    const turn: PublishTurn = { type: 'publish', doc: '', about: '', sources: [], expectedBio: null }
    t.match(await send({ ...turn, doc: blank }), { status: 400, body: { error: /doc/ } })
    t.match(await send({ ...turn, about: blank }), { status: 400, body: { error: /about/ } })
  }
})

t.test('a draft whose client has disconnected is composed to its end and stored, and nothing is shown', async (t) => {
  const { context, take, state } = await reachPublish(t)
  const { db, artistId } = context
  const turn = { ...context.app.resources, db, artistId, artistName: 'Mara Quill', abandoned: AbortSignal.abort() }
  const caller = { kind: 'user', subject: 'owner' } as const
  const { steps } = await state()
  const events: Loose[] = await Array.fromAsync(chooseAbout(generate, { ...turn, caller, steps }))
  t.same(pluck(events, 'kind'), ['progress', 'progress'])
  t.match((await take(open)).at(-1), { kind: 'draft', doc: /lighthouse/ })
})

const shout = (sourceId: string) => `vault:${sourceId.slice(6).toUpperCase()}`

t.test('a draft continues the existing text, and cites the named sources', async (t) => {
  const { context, take, source } = await reachPublish(t)
  await context.addSource('Quill wrote every song of the tide cycle on borrowed paper at the ferry office.')
  const tapes = await context.addSource('Quill keeps every tape in the drawer below the bread, and never lends one.')
  const precedingText = `I begin. ${text} [1]`
  const named = [source.sourceId, tapes.sourceId]
  const drafted: Loose = (await take({ ...generate, doc: precedingText, sources: named.map(shout) })).at(-1)
  t.ok(drafted.doc.startsWith(`${precedingText}\n\n`))
  t.equal(drafted.doc.split(lighthouse).length, 2, 'what it says already is not said again')
  t.notMatch(drafted.doc, /borrowed paper/)
  t.match(drafted.doc, /below the bread/)
  t.same(drafted.sources, named)
  const gone = await context.addSource('Not approved.', { curation: 'pending' })
  const sources = [gone.sourceId]
  const changed = { kind: 'error', code: 'evidence_changed', currentStep: 'publish' }
  t.match((await take({ ...generate, sources })).at(-1), changed)
  t.match((await take({ type: 'publish', doc: 'x', about: '', sources, expectedBio: null })).at(-1), changed)
})

t.test('an artist who writes the page gets that text back as the draft', async (t) => {
  const { context, take, source } = await reachPublish(t)
  const doc = 'Who I am.\n\nWhat I do: “é” 🎹'
  const events = await take({ type: 'about_choice', mode: 'self', doc, sources: [shout(source.sourceId)] })
  t.same(events.at(-1), { kind: 'draft', doc, about: '', sources: [source.sourceId], expectedBio: null })
  t.same(pluck(filterByKind(events, 'text-delta'), 'text'), [doc])
  await take({ type: 'publish', doc: 'Quite another text.', about: '', sources: [], expectedBio: null })
  t.same(await listCorrections(context), [], 'a change of one’s own words is no correction')
})

const held = [
  'Mara Quill recorded Low Water in the kitchen of her grandmother.',
  'The pump organ came from a chapel.',
  'The second record was made in a lighthouse.',
  'Quill keeps every tape in the drawer.',
]
const say = (sentences: string[]) => ({ sentences: sentences.map((text) => ({ text, passages: [1, 2] })) })
const second = 'Mara Quill keeps every tape in the drawer below the bread, and never lends one.'

t.test('a draft has a model’s overview above it, asked once again; the artist publishes it as approved', async (t) => {
  const { model, requests } = await openModel(t, [say(['Jo Hart burned the tapes.']), say(held)])
  const { context, draft, take } = await reachPublish(t, { model })
  await context.addSource(second)
  const drafted = await draft()
  t.match(drafted.doc, /^Overview, written by a language model from the passages below and not approved yet\.\n\n/)
  for (const sentence of held) t.ok(drafted.doc.includes(`${sentence} [1][2]`))
  t.equal(requests.length, 2)
  t.match(requests[1], /thrownOutBefore.*Jo Hart/, 'the reasons go with the second request')
  const { doc, about, sources, expectedBio } = drafted
  await take({ type: 'publish', doc, about, sources, expectedBio })
  const { lore } = (await createLoreClient(context).read()).body
  const text = /^Overview, .* approved by Mara Quill on \d{4}-\d\d-\d\d\.\n/
  t.match(lore, { by: 'artist', state: 'published', text })
  for (const { start, end, reference } of lore.citations) t.equal(lore.text.slice(start, end), reference.quote)
})

t.test('a model that fails, twice says what does not hold, or takes too long leaves a draft without it', async (t) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  t.intercept(AbortSignal, 'timeout', { value: (ms: number) => timeout(ms === overviewMs ? 3_000 : ms) })
  for (const answer of [500, null, 'I cannot help with that.', say(['Jo Hart burned the tapes.'])]) {
    const { model, requests } = await openModel(t, [answer], 600_000)
    const { context, draft } = await reachPublish(t, { model })
    await context.addSource(second)
    const drafted = await draft()
    t.match(drafted, { kind: 'draft', doc: /lighthouse/ })
    t.notMatch(drafted.doc, /language model|Hart/)
    t.equal(requests.length, typeof answer === 'object' && answer !== null ? 2 : 1)
  }
})
