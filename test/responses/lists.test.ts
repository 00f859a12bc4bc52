import t from 'tap'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { addImportedAnswer, offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
import { addVersions, createResponsesClient, walk } from './answers.ts'

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
  const { revision } = (await responses.read(one.id)).body.response
  const forged = createCursorCodec('listInterviewResponseVersions', { number: isCount }).write(
    { artistId: context.artistId, filter: { answerId: one.id } },
    revision,
    { number: 99 },
  )
  t.match(await responses.versions(one.id, { cursor: forged }), malformed, 'a position where no page begins')
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

t.test('200 versions of an answer are read to the first', async (t) => {
  const context = await createTestContext(t)
  const { id } = await addImportedAnswer(context)
  const wordings = await addVersions(context, id, 199)
  const { versions, read } = createResponsesClient(context)
  const pages = await walk((query) => versions(id, { ...query, limit: 20 }))
  t.equal(pages.length, 10)
  const all = pages.flatMap((page) => page.versions)
  t.strictSame(
    all.map(({ response }) => response.answer),
    wordings,
  )
  t.strictSame(
    all.map(({ isCurrent }) => isCurrent),
    wordings.map((_, at) => at === 0),
  )
  for (const at of [0, 99, 199]) {
    const { response, isCurrent } = all[at]
    t.strictSame((await read(id, { revision: response.revision })).body, { status: 'ok', response, isCurrent })
  }
})
