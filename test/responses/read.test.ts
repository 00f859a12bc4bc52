import t from 'tap'
import type {} from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
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
