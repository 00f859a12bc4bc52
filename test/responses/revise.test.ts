import { sql } from 'kysely'
import t from 'tap'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { readRows } from '../system/rows.ts'
import { answerFirstQuestion, createResponsesClient } from './answers.ts'

const other = 'f'.repeat(64)

t.test('an empty note is none; one of white space is stored as it is', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { revise, versions } = createResponsesClient(context)
  const first = await revise(question.id, { expectedRevision: question.revision, answer: 'One.', note: '' })
  const { revision: expectedRevision } = first.body.response
  t.match(await revise(question.id, { expectedRevision, answer: 'Two.', note: ' \n' }), { status: 200 })
  const notes = (await versions(question.id)).body.versions.map(({ note }: Loose) => note)
  t.strictSame(notes, [' \n', null, null])
})

t.test('If-Match is one strong tag that names the expected revision', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { revise } = createResponsesClient(context)
  const expectedRevision = question.revision
  const body = { expectedRevision, answer: 'Tagged.' }
  const before = await readRows(context.db, context.artistId)
  const foreign = await revise(question.id, body, { 'if-match': `"${other}"` })
  t.match(foreign, { status: 409, body: { code: 'revision_changed' } }, 'a tag that disagrees with the body')
  const forms = ['*', expectedRevision, `W/"${expectedRevision}"`, `"${expectedRevision}", "${other}"`, '""']
  for (const form of forms) {
    const refused = await revise(question.id, body, { 'if-match': form })
    t.match(refused, { status: 400, body: { code: 'invalid_request', error: /If-Match/ } }, form)
  }
  t.strictSame(await readRows(context.db, context.artistId), before)
  t.equal((await revise(question.id, body, { 'if-match': `"${expectedRevision}"` })).status, 200)
})

t.test('a revise writes no index of the question: none has a column that it changes', async (t) => {
  const { db } = await createTestContext(t)
  const changed = ['answer', 'revision', 'previous', 'answer_updated_at', 'saved_seq']
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'interview_entries'`.execute(db)
  t.ok(rows.length > 1, 'there are indexes')
  for (const { definition } of rows) {
    const words = definition.slice(definition.indexOf(' USING ')).match(/\w+/g) ?? []
    const indexed = words.filter((word) => changed.includes(word))
    t.same(indexed, [], definition)
  }
})
