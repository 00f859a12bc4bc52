import t from 'tap'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { answerFirstQuestion, createResponsesClient, readAllRows } from './answers.ts'

t.test('an empty note is accepted as no note', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { revise, versions } = createResponsesClient(context)
  const revised = await revise(question.id, { expectedRevision: question.revision, answer: 'With a bell.', note: '' })
  t.equal(revised.status, 200)
  t.strictSame(
    (await versions(question.id)).body.versions.map(({ note }: { note: string | null }) => note),
    [null, null],
  )
  t.strictSame((await readCheckedTrail(t, context)).at(-1)?.details, { number: 2, note: null })
})

t.test('bodies outside the limits of the request are refused, at the limits accepted', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { revise } = createResponsesClient(context)
  const expectedRevision = question.revision
  const before = await readAllRows(context)
  const wrong: [string, Loose, number][] = [
    ['no answer', { expectedRevision }, 400],
    ['an empty answer', { expectedRevision, answer: '' }, 400],
    ['white space', { expectedRevision, answer: ' \t\u3000\n' }, 400],
    ['invisible characters', { expectedRevision, answer: '\u200b\u00ad\u3164\ufe0f' }, 400],
    ['null: a revise never turns an answer into a skip', { expectedRevision, answer: null }, 400],
    ['2001 characters', { expectedRevision, answer: '😀'.repeat(2001) }, 400],
    ['a note of 401 characters', { expectedRevision, answer: 'x', note: '😀'.repeat(401) }, 400],
    ['a null note', { expectedRevision, answer: 'x', note: null }, 400],
    ['an upper-case revision', { expectedRevision: 'A'.repeat(64), answer: 'x' }, 400],
    ['an unknown property', { expectedRevision, answer: 'x', sitting: 9 }, 400],
    ['a lone surrogate', `{"expectedRevision":"${expectedRevision}","answer":"\\ud800"}`, 400],
    ['U+0000', `{"expectedRevision":"${expectedRevision}","answer":"a\\u0000"}`, 400],
    ['20,001 bytes', padded({ expectedRevision, answer: 'x' }, 20_001), 413],
  ]
  for (const [title, body, status] of wrong) t.equal((await revise(question.id, body)).status, status, title)
  t.strictSame(await readAllRows(context), before)

  const longest = { expectedRevision, answer: '😀'.repeat(2000), note: '🎹'.repeat(400) }
  const saved = await revise(question.id, longest)
  t.equal(saved.status, 200, '2000 characters with a note of 400, all of them pairs')
  t.equal(saved.body.response.answer, longest.answer)
  const again = { expectedRevision: saved.body.response.revision, answer: 'x' }
  t.equal((await revise(question.id, padded(again, 20_000))).status, 200, '20,000 bytes')
})

/** The JSON of a body, filled with white space up to a length in bytes. */
const padded = (body: object, bytes: number) => JSON.stringify(body).padEnd(bytes, ' ')
