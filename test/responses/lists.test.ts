import t from 'tap'
import { addImportedAnswer, addLegacyOffer, createInterviewClient, offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
import { addVersions, answerFirstQuestion, createResponsesClient, walk } from './answers.ts'

const stale = { status: 409, body: { code: 'cursor_stale' } }
const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

t.test('answered questions are listed, the newest offer first and those without a date last', async (t) => {
  const context = await createTestContext(t)
  const { list } = createResponsesClient(context)
  t.strictSame((await list()).body, { status: 'ok', responses: [], nextCursor: null }, 'none at first')
  const undated = await addImportedAnswer(context)
  const old = await addImportedAnswer(context, { offeredAt: '2019-03-04T10:01:12.345Z' })
  const alsoUndated = await addImportedAnswer(context)
  const sitting = await offerFirstQuestion(context)
  const { question } = (await sitting.answer(sitting.question, 'In time.')).body
  await sitting.answer((await sitting.offer(sitting.session, 2, sitting.reference)).body.question, null)
  await sitting.offer(sitting.session, 3, sitting.reference)
  const { body } = await list()
  const ids = body.responses.map(({ id }: { id: string }) => id)
  t.strictSame(ids, [question.id, old.id, alsoUndated.id, undated.id], 'neither skipped nor open ones')
  t.strictSame(body.responses[0], (await createResponsesClient(context).read(question.id)).body.response)
  t.equal(body.responses[1].offeredAt, '2019-03-04T10:01:12.345Z')
})

t.test('every page size gives each answer once, in one order', async (t) => {
  const context = await createTestContext(t)
  const { list } = createResponsesClient(context)
  for (let n = 0; n < 23; n += 1) {
    // Two of a kind and some without a date: a page may end between them, so the id has to decide the order.
    const offeredAt = n % 3 === 0 ? null : `2024-05-0${1 + (n % 4)}T00:00:00.000Z`
    await addImportedAnswer(context, { answer: `Answer ${n}`, offeredAt })
  }
  const whole = (await list({ limit: 20 })).body.responses.concat(
    (await walk((query) => list({ ...query, limit: 20 })))[1].responses,
  )
  t.equal(new Set(whole.map(({ id }: { id: string }) => id)).size, 23)
  for (const limit of [1, 2, 7, 19]) {
    const pages = await walk((query) => list({ ...query, limit }))
    t.strictSame(
      pages.flatMap(({ responses }) => responses),
      whole,
      `limit ${limit}`,
    )
    t.ok(
      pages.slice(0, -1).every(({ responses }) => responses.length === limit),
      'every page but the last is full',
    )
  }
  t.equal((await list()).body.responses.length, 10, 'ten unless asked')
})

t.test('a cursor of the list is valid until an answer changes, and only then becomes stale', async (t) => {
  const context = await createTestContext(t)
  const { list, revise } = createResponsesClient(context)
  const imported = await addImportedAnswer(context, { offeredAt: '2020-01-01T00:00:00.000Z' })
  const { question, ...sitting } = await answerFirstQuestion(context)
  const first = (await list({ limit: 1 })).body
  const again = () => list({ limit: 1, cursor: first.nextCursor })
  const second = await again()
  t.equal(second.body.responses[0].id, imported.id)

  const open = (await sitting.offer(sitting.session, 2, sitting.reference)).body.question
  await context.addSource('Another source')
  await sitting.answer(open, null)
  await sitting.finish(sitting.session)
  t.strictSame((await again()).body, second.body, 'an offer, a skip, a source, a finish')

  await revise(question.id, { expectedRevision: question.revision, answer: 'Other words.' })
  t.match(await again(), stale, 'a revise')
  t.equal((await again()).headers['retry-after'], undefined)
  const fresh = (await list({ limit: 1 })).body
  await addLegacyOffer(context, 'Who taught you?', '2025-06-20T16:30:00Z')
  const { restore, answer } = createInterviewClient(context)
  await answer((await restore()).body.legacyOffers[0], 'My aunt.')
  t.match(await list({ cursor: fresh.nextCursor }), stale, 'a new answer')
})

t.test('a cursor serves its own list of its own artist', async (t) => {
  const context = await createTestContext(t)
  const responses = createResponsesClient(context, 'admin')
  const [one, two] = [await addImportedAnswer(context), await addImportedAnswer(context)]
  const { nextCursor } = (await responses.list({ limit: 1 })).body
  await addVersions(context, one.id, 3)
  await addVersions(context, two.id, 3)
  const cursor = (await responses.versions(one.id, { limit: 1 })).body.nextCursor
  const elsewhere = createResponsesClient(context, 'admin', context.otherArtistId)
  t.match(await elsewhere.list({ cursor: nextCursor }), malformed, 'another artist')
  t.match(await responses.versions(one.id, { cursor: nextCursor }), malformed, 'another operation')
  t.match(await responses.versions(two.id, { cursor }), malformed, "another answer's versions")
  t.match(await responses.list({ cursor: 'x' }), malformed, 'none at all')
  t.match(await responses.list({ cursor: `${nextCursor}x` }), malformed, 'an altered one')
  t.match(await responses.list({ cursor: 'x'.repeat(4097) }), malformed, 'one that is too long')
  t.match(await responses.list({ cursor: '' }), malformed, 'an empty one')
  t.match(
    await createResponsesClient(context, 'stranger').list({ cursor: 'x' }),
    malformed,
    'checked before the caller is',
  )
})

t.test('2,000 versions of an answer are read to the first', async (t) => {
  const context = await createTestContext(t)
  const { id } = await addImportedAnswer(context)
  const wordings = await addVersions(context, id, 1_999)
  const { versions, read } = createResponsesClient(context)
  const pages = await walk((query) => versions(id, { ...query, limit: 20 }))
  t.equal(pages.length, 100)
  const all = pages.flatMap((page) => page.versions)
  t.strictSame(
    all.map(({ response }) => response.answer),
    wordings,
  )
  t.strictSame(
    all.map(({ isCurrent }) => isCurrent),
    wordings.map((_, at) => at === 0),
  )
  for (const at of [0, 999, 1_999]) {
    const { response, isCurrent } = all[at]
    t.strictSame((await read(id, { revision: response.revision })).body, { status: 'ok', response, isCurrent })
  }
})

t.test('a cursor of the versions is valid until this answer is revised', async (t) => {
  const context = await createTestContext(t)
  const { versions, revise, read } = createResponsesClient(context)
  const [one, two] = [await addImportedAnswer(context), await addImportedAnswer(context)]
  await addVersions(context, one.id, 2)
  const { nextCursor } = (await versions(one.id, { limit: 1 })).body
  await revise(two.id, { expectedRevision: two.revision, answer: 'Another answer changes.' })
  t.equal((await versions(one.id, { limit: 1, cursor: nextCursor })).status, 200)
  const { revision } = (await read(one.id)).body.response
  await revise(one.id, { expectedRevision: revision, answer: 'This one changes.' })
  t.match(await versions(one.id, { limit: 1, cursor: nextCursor }), stale)
})
