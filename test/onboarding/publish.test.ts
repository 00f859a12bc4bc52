import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { composeDraft } from '#plugins/onboarding/draft.ts'
import type { TurnContext } from '#plugins/onboarding/turn-context.ts'
import type { AboutChoiceTurn, OnboardingTurn } from '#src/contract/types.gen.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { until } from '../support/until.ts'
import { type Loose, newWorld, type World } from '../support/world.ts'
import { conversationOf, ofKind, open } from './conversation.ts'

const text = `Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin. The pump organ on the record came from a
chapel that the sea has since taken. Her second record was made in a lighthouse during the storms of autumn 2019.`
const lighthouse = 'Her second record was made in a lighthouse during the storms of autumn 2019.'
const generate: OnboardingTurn = { type: 'about_choice', mode: 'generate', doc: '', sources: [] }

/** An artist at the last step, with one approved source and no answer. */
async function atPublish(t: Loose) {
  const world = await newWorld(t)
  const source = await world.addSource(text)
  const conversation = conversationOf(world)
  await conversation.reach('publish')
  const draft: Loose = async () => (await conversation.take(generate)).at(-1)
  return { world, source, draft, ...conversation }
}

const loreOf = ({ db }: World) => db.selectFrom('lore_versions').selectAll().orderBy('number').execute()
const correctionsIn = ({ db }: World) =>
  db.selectFrom('corrections').select(['claim', 'correction', 'correction_kind']).orderBy('id').execute()

/** Runs the artist's due jobs until there are none. */
async function pump(world: World) {
  for (let ran = true; ran; ) {
    ;({ ran } = (await world.call(null, 'POST', '/api/research/advance', { artistId: world.artistId })).body)
  }
}

t.test('a biography that changed meanwhile is not overwritten: nothing is published', async (t) => {
  const { world, take, draft } = await atPublish(t)
  const { doc, sources } = await draft()
  await world.db
    .updateTable('artists')
    .set({ bio: 'An operator wrote this.' })
    .where('id', '=', world.artistId)
    .execute()
  const turn: OnboardingTurn = { type: 'publish', doc, about: 'Mine.', sources, expectedBio: null }
  t.match(await take(turn), [{ kind: 'error', code: 'state_changed', currentStep: 'publish' }])
  t.same(await loreOf(world), [])
  const reopened: Loose = (await take(open)).at(-1)
  t.match(reopened, { kind: 'draft', doc, expectedBio: 'An operator wrote this.' })
  t.match((await take({ ...turn, expectedBio: reopened.expectedBio })).at(-1), { kind: 'complete' })
  const artist = await world.db.selectFrom('artists').selectAll().where('id', '=', world.artistId).executeTakeFirst()
  t.equal(artist?.bio, 'Mine.')
})

t.test('what the artist takes out of a draft, or says otherwise, is a correction that Lore keeps to', async (t) => {
  const { world, take, draft } = await atPublish(t)
  const { doc, about, sources, expectedBio } = await draft()
  const replaced = 'Her second record was made in a lighthouse keeper’s garden in 2020.'
  const dropped = 'Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin.'
  const putRight = doc.replace(lighthouse, replaced).replace(`${dropped} `, '')
  t.not(putRight, doc)
  await take({ type: 'publish', doc: putRight, about, sources, expectedBio })
  t.same(await correctionsIn(world), [
    { claim: dropped, correction: null, correction_kind: 'dropped' },
    { claim: lighthouse, correction: replaced, correction_kind: 'replaced' },
  ])
  const [published] = await loreOf(world)
  t.equal(published?.text, putRight)
  const cited = ((published?.citations ?? []) as Loose[]).map(({ start, end }) => putRight.slice(start, end))
  t.same(cited, ['The pump organ on the record came from a\nchapel that the sea has since taken.'])
  const memory: Loose = (await world.call('owner', 'GET', `/api/artist/${world.artistId}/interview/memory?sitting=1`))
    .body
  t.same(
    memory.entries.map(({ kind }: Loose) => kind),
    ['correction', 'correction'],
  )
  const trail = await readCheckedTrail(t, world)
  t.same(
    trail.slice(-4).map(({ action }) => action),
    ['bio.published', 'correction.saved', 'correction.saved', 'lore.published'],
  )
})

t.test(
  'a page is compared with its draft before the artist is locked, and not published when the draft is another by then',
  async (t) => {
    const { world, take, draft } = await atPublish(t)
    const { doc, about, sources, expectedBio } = await draft()
    const holding = await world.database.pool.connect()
    await holding.query('begin')
    await holding.query('select from artists for update')
    const taking = take({ type: 'publish', doc: doc.replace(lighthouse, ''), about, sources, expectedBio })
    const waits = async () =>
      (
        await world.database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount === 1
    await until(waits)
    await holding.query(`update onboarding set draft = draft || '{"doc": "Another."}'`)
    await holding.query('commit')
    holding.release()
    t.match(await taking, [{ kind: 'error', code: 'state_changed', currentStep: 'publish' }])
    t.same(await correctionsIn(world), [])
  },
)

t.test('a claim that was corrected already is not corrected again', async (t) => {
  const { world, take, draft } = await atPublish(t)
  const { doc, about, sources, expectedBio } = await draft()
  const known = { claim: lighthouse, correction: 'It was a barn.', correction_kind: 'fact' }
  await world.db
    .insertInto('corrections')
    .values({ artist_id: world.artistId, id: uuidv7(), ...known, revision: 'a'.repeat(64), number: 1 })
    .execute()
  await take({ type: 'publish', doc: doc.replace(lighthouse, ''), about, sources, expectedBio })
  t.same(await correctionsIn(world), [known])
})

t.test('Lore stands as it was published until the artist says something new', async (t) => {
  const { world, take, draft } = await atPublish(t)
  const { about, expectedBio } = await draft()
  const own = 'I would rather write this myself.'
  await take({ type: 'publish', doc: own, about, sources: [], expectedBio })
  await pump(world)
  t.same(
    (await loreOf(world)).map((lore) => lore.text),
    [own],
    'the refresh that was queued leaves it',
  )
  const boundary = { requestId: '0198f3b0-0000-7000-8000-000000000001', questionKey: 'onboarding-1', scope: 'sitting' }
  const path = `/api/artist/${world.artistId}/interview/boundaries`
  t.equal((await world.call('owner', 'POST', path, { ...boundary, wording: 'Not my name.' })).status, 200)
  await world.call('admin', 'POST', `/api/artist/${world.artistId}/research/refresh`, { mode: 'lore-only' })
  await pump(world)
  t.equal((await loreOf(world)).length, 2, 'and then it is composed anew')
})

t.test('an empty text leaves the Lore to be composed', async (t) => {
  const { world, take, draft } = await atPublish(t)
  await draft()
  await take({ type: 'publish', doc: '', about: '', sources: [], expectedBio: null })
  const bio = await world.db.selectFrom('artists').select('bio').where('id', '=', world.artistId).executeTakeFirst()
  t.equal(bio?.bio, null, 'and an empty biography is none')
  t.same(await loreOf(world), [])
})

t.test('a draft is kept for whoever comes back, and made anew when the records have changed', async (t) => {
  const { world, take, draft } = await atPublish(t)
  const first = await draft()
  t.same((await take(open)).at(-1), first)
  t.same(await draft(), first)
  await world.db.updateTable('sources').set({ curation: 'rejected' }).execute()
  t.same(await draft(), first, 'no event told of a change')
  await world.addSource('Quill wrote every song of the tide cycle on borrowed paper at the ferry office.')
  await conversationEvent(world)
  const second = await draft()
  t.notMatch(second.doc, /lighthouse/)
  t.match(second.doc, /borrowed paper/)
})

/** Something that is told in the artist's trail. */
const conversationEvent = (world: World) =>
  world.call('owner', 'POST', `/api/artist/${world.artistId}/interview/session`, {
    requestId: '0198f3b0-0000-7000-8000-000000000002',
  })

t.test('a draft of long evidence ends with its next step when its client has gone; a short one is made', async (t) => {
  const { world } = await atPublish(t)
  const compose = async (abandoned: AbortSignal) => {
    const { db, artistId } = world
    const scene = {
      ...world.app.resources,
      db,
      artistId,
      artistName: 'Mara Quill',
      abandoned,
    } as unknown as TurnContext
    const drafting = composeDraft(scene, generate as AboutChoiceTurn)
    let step = await drafting.next()
    for (; step.done !== true; step = await drafting.next());
    return step.value
  }
  t.match(await compose(AbortSignal.abort()), { doc: /lighthouse/ })
  for (let source = 0; source < 2; source += 1) await world.addSource(`${lighthouse} `.repeat(1_000))
  t.match(await compose(new AbortController().signal), { doc: /lighthouse/ })
  t.equal(await compose(AbortSignal.abort()), undefined)
})

t.test('a draft goes on from the text that is there, and rests on the sources that are named', async (t) => {
  const { world, take, source } = await atPublish(t)
  await world.addSource('Quill wrote every song of the tide cycle on borrowed paper at the ferry office.')
  const begun = `I begin. ${lighthouse} [1]`
  const drafted: Loose = (await take({ ...generate, doc: begun, sources: [source.sourceId] })).at(-1)
  t.ok(drafted.doc.startsWith(`${begun}\n\n`))
  t.equal(drafted.doc.split(lighthouse).length, 2, 'what it says already is not said again')
  t.notMatch(drafted.doc, /borrowed paper/)
  t.same(drafted.sources, [source.sourceId])
  const gone = await world.addSource('Not approved.', { curation: 'pending' })
  for (const turn of [
    { ...generate, sources: [gone.sourceId] },
    { type: 'publish', doc: 'x', about: '', sources: [gone.sourceId], expectedBio: null },
  ] as const) {
    const sources = [...turn.sources]
    t.match((await take({ ...turn, sources })).at(-1), {
      kind: 'error',
      code: 'evidence_changed',
      currentStep: 'publish',
    })
  }
})

t.test('an artist who writes himself gets his own text back as the draft', async (t) => {
  const { world, take } = await atPublish(t)
  const doc = 'Who I am.\n\nWhat I do: “é” 🎹'
  const events = await take({ type: 'about_choice', mode: 'self', doc, sources: [] })
  t.same(events.at(-1), { kind: 'draft', doc, about: 'Who I am.', sources: [], expectedBio: null })
  t.same(
    ofKind(events, 'text-delta').map(({ text }) => text),
    ['Who I am.\n\n', 'What I do: “é” 🎹'],
  )
  await take({ type: 'publish', doc: 'Quite another text.', about: '', sources: [], expectedBio: null })
  t.same(await correctionsIn(world), [], 'changing one’s own words corrects nobody')
})

t.test('what an artist would put differently is offered as a correction, and is no text', async (t) => {
  const world = await newWorld(t)
  await world.addSource(text)
  await world.addSource('Mara Quill studied the pump organ in Vienna for seven years.')
  const { take, reach } = conversationOf(world)
  await reach('interview')
  for (const questionKey of ['onboarding-1', 'onboarding-2', 'onboarding-3'])
    await take({ type: 'interview_answer', questionKey, answer: null })
  const answer = 'That I studied the pump organ in Vienna.'
  await take({ type: 'interview_answer', questionKey: 'onboarding-4', answer })
  const events = await take(generate)
  t.ok(ofKind(events, 'chat')[0]?.text.startsWith(`You would put this differently: “${answer}” It is not a part of`))
  const draft: Loose = events.at(-1)
  t.match(draft.doc, /kitchen of her grandmother/)
  t.notMatch(draft.doc + draft.about, /Vienna/)
})

t.test('what a boundary keeps out of Lore stays out of a draft', async (t) => {
  const { world, draft } = await atPublish(t)
  await world.call('owner', 'POST', `/api/artist/${world.artistId}/interview/boundaries`, {
    requestId: '0198f3b0-0000-7000-8000-000000000003',
    questionKey: 'onboarding-1',
    wording: 'Nothing about the lighthouse.',
    scope: 'until_retracted',
  })
  const { doc, about } = await draft()
  t.match(doc, /pump organ/)
  t.notMatch(doc + about, /lighthouse/)
})
