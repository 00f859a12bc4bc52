import t from 'tap'
import { computeMemoryRevision } from '#src/text/revisions.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext } from '../support/test-context.ts'
import { addImportedAnswer, createInterviewClient, offerFirstQuestion, startSitting } from './interview.ts'
import { readCheckedTrail } from './trail.ts'

t.test('the service makes the key of a question, distinct from every imported one', async (t) => {
  const context = await createTestContext(t)
  await addImportedAnswer(context, { key: 's1-q1' })
  const { question, session, answer, offer, reference } = await offerFirstQuestion(context)
  await answer(question, null)
  const second = (await offer(session, 2, reference)).body.question
  t.match(question.questionKey, /^s1-q1-/)
  t.equal(new Set([question.questionKey, second.questionKey, 's1-q1']).size, 3)
})

t.test('an id in upper case is the same id, and is stored in lower case', async (t) => {
  const context = await createTestContext(t)
  const { session, offer, reference } = await startSitting(context)
  const [kind, id = ''] = reference.sourceId.split(':')
  const shouted = { ...reference, sourceId: `${kind}:${id.toUpperCase()}` }
  const { question } = (await offer(session, 1, shouted)).body
  t.strictSame(question.references, [reference])
})

t.test('the trail has the memory under which a question was offered, and its place with each answer', async (t) => {
  const context = await createTestContext(t)
  const { question, session, answer } = await offerFirstQuestion(context)
  await answer(question, 'The first take.')
  // An answer is in the memory: the snapshot of the offer is that of a sitting without one.
  const memory = { artistId: context.artistId, sitting: 1, latestAnswer: null, corrections: [], boundaries: [] }
  const place = { sessionId: session.id, ordinal: 1 }
  t.same(pluck((await readCheckedTrail(t, context)).slice(-2), 'details'), [
    { ...place, memorySnapshotId: computeMemoryRevision(memory) },
    place,
  ])
})

t.test('beyond the greatest number a start is 413 limit_exceeded', async (t) => {
  const context = await createTestContext(t)
  await addImportedAnswer(context, { sitting: 2_147_483_647 })
  t.match(await createInterviewClient(context).start(), { status: 413, body: { code: 'limit_exceeded' } })
})
