import t from 'tap'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { answerFirstQuestion, createResponsesClient } from './answers.ts'

t.test('equal revises at the same time are one change', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { revise } = createResponsesClient(context)
  const body = { expectedRevision: question.revision, answer: 'The same words from everyone.' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => revise(question.id, body)))
  t.strictSame(new Set(answers.map(({ status }) => status)), new Set([200]))
  t.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1, 'all get the same body')
  t.equal((await listVersions(context, question.id)).length, 2)
})

const listVersions = ({ db }: TestContext, id: string) =>
  db.selectFrom('response_versions').selectAll().where('entry_id', '=', id).orderBy('number').execute()
