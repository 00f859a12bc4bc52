import t from 'tap'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { answerFirstQuestion, createResponsesClient, readAllRows } from './answers.ts'

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
  const before = await readAllRows(context)
  const foreign = await revise(question.id, body, { 'if-match': `"${other}"` })
  t.match(foreign, { status: 409, body: { code: 'revision_changed' } }, 'a tag that disagrees with the body')
  const forms = ['*', expectedRevision, `W/"${expectedRevision}"`, `"${expectedRevision}", "${other}"`, '""']
  for (const form of forms) {
    const refused = await revise(question.id, body, { 'if-match': form })
    t.match(refused, { status: 400, body: { code: 'invalid_request', error: /If-Match/ } }, form)
  }
  t.strictSame(await readAllRows(context), before)
  t.equal((await revise(question.id, body, { 'if-match': `"${expectedRevision}"` })).status, 200)
})

t.test('the edit, its version, its event and the Lore job are committed together', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const before = await readAllRows(context)
  const { response } = (
    await createResponsesClient(context).revise(question.id, {
      expectedRevision: question.revision,
      answer: 'With a bell.',
      note: 'The bell',
    })
  ).body
  const after = await readAllRows(context)
  t.equal(after.versions.length, before.versions.length + 1)
  const events = await readCheckedTrail(t, context)
  t.equal(events.length, before.events.length + 1)
  t.match(events.at(-1), {
    action: 'answer.revised',
    subject: `entry:${question.id}`,
    revision: response.revision,
    actor: 'owner',
    details: { number: 2, note: 'The bell' },
  })
  t.equal(events.at(-1)?.at.toISOString(), response.answerUpdatedAt)
  t.strictSame(before.jobs, [])
  t.match(after.jobs, [{ kind: 'lore_refresh', state: 'pending', requests: 1 }])
})
