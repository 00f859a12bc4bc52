import t from 'tap'
import { viewSources } from '#plugins/lore/lore-text.ts'
import { openModel } from '../research/answering-model.ts'
import { listLoreVersions, refreshLore } from '../research/lore-versions.ts'
import { advanceUntilIdle, enqueue } from '../research/slices.ts'
import { createResponsesClient } from '../responses/answers.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext } from '../support/test-context.ts'
import { composeFromAnswer, createLoreClient } from './lore-api.ts'

const said = 'We kept the first take because Tomas laughed in the middle of it.'

t.test('a source has the number before its first quotation, also where another is quoted before its second', (t) => {
  const text = 'Of [1] “One.” Of [2] “Two.” And “Three.”'
  const quote = (id: string, words: string) => {
    const start = text.indexOf(words)
    const place = { start, end: start + words.length, quoteStart: 0, quoteEnd: words.length }
    return { kind: 'original', id, ...place, revision: 'a'.repeat(64) } as const
  }
  const long = '🔔'.repeat(301)
  const row = { title: long, publisher: long, published_at: null, url: null }
  const rows = ['two', 'one'].map((source_id) => ({ ...row, source_id }))
  const citations = [quote('one', 'One.'), quote('two', 'Two.'), quote('one', 'Three.')]
  t.hasStrict(viewSources({ text, citations }, rows), [
    { number: 1, sourceId: 'one', title: '🔔'.repeat(300), publisher: '🔔'.repeat(300) },
    { number: 2, sourceId: 'two' },
  ])
  const unmarked = text.replaceAll(/\[\d\]/g, '[-]')
  const answer = { ...quote('answer', 'One.'), kind: 'answer' } as const
  const numbers = pluck(viewSources({ text: unmarked, citations: [answer, ...citations] }, rows), 'number')
  t.same(numbers, [1, 2], 'and without marks its place among the sources')
  t.end()
})

t.test('before anything was composed there is no Lore, and its queued refresh shows', async (t) => {
  const context = await createTestContext(t)
  const { read, versions } = createLoreClient(context)
  await enqueue(context, 'social_ingest')
  t.same((await read()).body, { status: 'ok', lore: null, proposal: null, refresh: null })
  await enqueue(context, 'lore_refresh')
  t.match((await read()).body, { lore: null, refresh: { queuedAt: /Z$/ } })
  t.same((await versions()).body, { status: 'ok', versions: [], nextCursor: null })
})

t.test('the Lore has the evidence of each passage, unit for unit, and who wrote it', async (t) => {
  const { lore, question, read } = await composeFromAnswer(t, said)
  t.match(lore, {
    number: 1,
    previous: null,
    by: 'composer',
    isCurrent: true,
    state: 'published',
    excluded: { length: 0 },
  })
  t.ok(lore.text.includes(`Mara Quill: ${said}`))
  for (const { start, end, reference } of lore.citations) {
    t.equal(reference.quote, lore.text.slice(start, end))
    t.equal(reference.end - reference.start, end - start)
  }
  t.match(lore.citations, [
    { reference: { kind: 'original' } },
    { reference: { kind: 'answer', entryId: question.id } },
  ])
  t.match(lore.sources, [{ number: 1, sourceId: lore.citations[0].reference.sourceId, title: 'A source' }])
  t.ok(lore.text.includes('“A source” [1]\n\n'), 'the number is that of the text')
  t.equal(lore.citations[1].reference.revision, question.revision)
  t.match(await read(), { status: 200, body: { refresh: null } })
})

t.test('the Lore of each artist names that artist', async (t) => {
  const context = await createTestContext(t)
  const other = { ...context, artistId: context.otherArtistId }
  await other.addSource('The bell hung in the mill for a hundred years.', { artistId: other.artistId })
  const text = await refreshLore(other)
  t.match(text, 'Ivo Lantern')
  t.notMatch(text, 'Mara Quill')
})

t.test('an earlier version is read by its revision, and the list leads from one to the other', async (t) => {
  const { context, lore, question, read, versions } = await composeFromAnswer(t, said)
  const revised = 'We kept it because the river 🔔 could be heard in it.'
  const { revise, read: readAnswer } = createResponsesClient(context)
  const { response } = (await revise(question.id, { expectedRevision: question.revision, answer: revised })).body
  t.equal((await read()).body.lore.number, 1, 'the revise itself publishes nothing')
  await advanceUntilIdle(context)
  const current = (await read()).body.lore
  t.notMatch(current.text, said)
  t.equal(current.citations.at(-1).reference.revision, response.revision)
  t.match(current, { number: 2, previous: lore.revision, text: /🔔/, isCurrent: true })
  t.same((await read(lore.revision)).body.lore, { ...lore, isCurrent: false, state: 'earlier' })
  t.equal((await read('0'.repeat(64))).status, 404)

  const first = (await versions({ limit: 1 })).body
  const { number, revision, previous, composedAt, by, state } = current
  t.same(first.versions, [{ number, revision, previous, composedAt, by, state }])
  const second = (await versions({ limit: 1, cursor: first.nextCursor })).body
  t.match(second, { versions: [{ number: 1, revision: lore.revision }], nextCursor: null })
  const expectedRevision = (await readAnswer(question.id)).body.response.revision
  await revise(question.id, { expectedRevision, answer: said })
  await advanceUntilIdle(context)
  t.match(await versions({ limit: 1, cursor: first.nextCursor }), { status: 409, body: { code: 'cursor_stale' } })
})

t.test('after a refresh a model’s overview is a proposal beside the page, and is asked for once again', async (t) => {
  const say = (sentences: string[]) => ({ sentences: sentences.map((text) => ({ text, passages: [1, 2, 3] })) })
  const held = [
    'Mara Quill is a singer from Orrin.',
    'Quill recorded Low Water in 2018.',
    'Low Water was recorded in the kitchen.',
    'Quill keeps every tape in the drawer below the bread.',
  ]
  const { model, requests } = await openModel(t, [say(['Jo Hart burned the tapes.']), say(held)])
  const context = await createTestContext(t, {}, { model })
  await context.addSource('Mara Quill is a singer from Orrin. She recorded Low Water in the kitchen in 2018.')
  await context.addSource('Mara Quill keeps every tape in the drawer below the bread, and never lends one.')
  await refreshLore(context)
  t.equal(requests.length, 2)
  t.match(requests[1], /thrownOutBefore/, 'the reasons go with the second request')
  t.same(pluck(await listLoreVersions(context), 'composed_by'), ['composer', 'model'])
  const { read, publish } = createLoreClient(context)
  const { lore, proposal } = (await read()).body
  t.match(lore, { by: 'composer', state: 'published' }, 'an overview is never published unattended')
  t.notMatch(lore.text, /language model/)
  t.match(proposal, { by: 'model', state: 'proposal' })
  const proposed = (await read(proposal.revision)).body.lore
  t.match(proposed.text, `not approved yet.\n\n${held[0]}`)
  const published = await publish({ revision: proposal.revision, publishedRevision: lore.revision })
  t.match(published, { status: 200, body: { lore: { by: 'artist', text: /approved by Mara Quill on [\d-]{10}\.\n/ } } })
  await refreshLore(context)
  t.equal(requests.length, 2, 'the page that the artist has published is not asked for again')
})
