import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { addImportedAnswer, offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { answerFirstQuestion, createResponsesClient } from './answers.ts'

t.test('a response is read exactly, with its revision as the entity tag', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context, 'Byte for byte: “é”\r\n')
  const answer = await createResponsesClient(context).read(question.id)
  const { id, questionKey, sitting, offeredAt, answerUpdatedAt, revision } = question
  t.strictSame(answer.body, {
    status: 'ok',
    response: {
      id,
      questionKey,
      question: question.question,
      answer: 'Byte for byte: “é”\r\n',
      source: 'interview',
      sitting,
      offeredAt,
      answerUpdatedAt,
      revision,
    },
    isCurrent: true,
  })
  t.equal(answer.headers.etag, `"${revision}"`)
  t.equal(answer.headers['cache-control'], 'private, no-store')
  t.strictSame(
    (await createResponsesClient(context, 'admin').read(question.id)).body,
    answer.body,
    'an administrator reads the same',
  )
  t.strictSame(
    (await createResponsesClient(context).read(question.id.toUpperCase())).body,
    answer.body,
    'an id is one id in either case',
  )
})

t.test('the permission is read again at each read, though the user is known by then', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { read } = createResponsesClient(context)
  t.equal((await read(question.id)).status, 200)
  const { db, artistId } = context
  await db.updateTable('claims').set({ state: 'revoked' }).where('artist_id', '=', artistId).execute()
  t.match(await read(question.id), { status: 403, body: { code: 'not_your_artist' } })
  await db.updateTable('users').set({ is_admin: true }).where('subject', '=', 'owner').execute()
  t.equal((await read(question.id)).status, 200)
})

t.test('every revision an answer ever had stays readable, with the instant at which it was saved', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { read, revise } = createResponsesClient(context)
  const first = (await read(question.id)).body.response
  const second = (await revise(question.id, { expectedRevision: first.revision, answer: 'Second.' })).body.response
  const third = (await revise(question.id, { expectedRevision: second.revision, answer: 'Third.' })).body.response
  for (const response of [first, second, third]) {
    const old = await read(question.id, { revision: response.revision })
    t.strictSame(old.body, { status: 'ok', response, isCurrent: response === third })
    t.equal(old.headers.etag, `"${response.revision}"`)
  }
})

t.test('an id of no saved response is 404', async (t) => {
  const context = await createTestContext(t)
  const sitting = await offerFirstQuestion(context)
  const { read, versions } = createResponsesClient(context)
  const missing = { status: 404, body: { code: 'not_found' } }
  const offer = sitting.question
  t.match(await read(offer.id), missing, 'a question that is not answered')
  t.match(await versions(offer.id), missing, 'nor has it versions')
  const { question } = (await sitting.answer(offer, 'Now it is.')).body
  t.match(await read(question.id, { revision: offer.revision }), missing, 'the revision of the offer is no wording')
  t.match(await read(question.id, { revision: 'f'.repeat(64) }), missing, 'a revision it never had')
  t.match(await read(uuidv7()), missing)
  t.match(await versions(uuidv7()), missing)
  const elsewhere = createResponsesClient(context, 'other-owner', context.otherArtistId)
  t.match(await elsewhere.read(question.id), missing, "another artist's answer")
  t.match(await elsewhere.versions(question.id), missing)
  const { question: skipped } = (await sitting.answer((await nextQuestion(sitting)).question, null)).body
  t.match(await read(skipped.id), missing, 'a skip')
})

t.test('an answer of one version has one version', async (t) => {
  const context = await createTestContext(t)
  const { id, revision, answer } = await addImportedAnswer(context)
  const { body } = await createResponsesClient(context).versions(id)
  t.match(body, {
    versions: [{ response: { answer, revision }, savedAt: null, note: null, isCurrent: true }],
    nextCursor: null,
  })
  t.equal(body.versions.length, 1)
})

t.test(
  'a caller who is neither claimant nor administrator reads nothing, whether the response exists or not',
  async (t) => {
    const context = await createTestContext(t)
    const { question } = await answerFirstQuestion(context)
    const anonymous = createResponsesClient(context, null)
    const strangers = ['stranger', 'other-owner'].map((subject) => createResponsesClient(context, subject))
    const tries = (responses: ReturnType<typeof createResponsesClient>) => [
      responses.list(),
      responses.read(question.id),
      responses.read(uuidv7()),
      responses.versions(question.id),
      responses.revise(question.id, { expectedRevision: question.revision, answer: 'Not mine.' }),
    ]
    for (const answer of await Promise.all(tries(anonymous)))
      t.match(answer, { status: 401, body: { error: 'Not signed in' } })
    for (const answer of await Promise.all(strangers.flatMap(tries))) {
      t.match(answer, { status: 403, body: { code: 'not_your_artist', error: 'Not your artist' } })
      t.equal(answer.headers['cache-control'], 'private, no-store')
    }
  },
)

const nextQuestion = async (sitting: Awaited<ReturnType<typeof offerFirstQuestion>>): Promise<Loose> =>
  (await sitting.offer(sitting.session, 2, sitting.reference)).body
