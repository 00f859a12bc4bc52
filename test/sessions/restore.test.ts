import t from 'tap'
import { countRows, createTestContext } from '../support/test-context.ts'
import { addLegacyOffer, createInterviewClient, offerFirstQuestion } from './interview.ts'

t.test('restoring before the first sitting is a success without a session', async (t) => {
  const context = await createTestContext(t)
  const answer = await createInterviewClient(context).restore()
  t.equal(answer.status, 200)
  t.strictSame(answer.body, { status: 'ok', session: null, legacyOffers: [] })
})

t.test('restoring returns the latest sitting with its questions by ordinal, and changes nothing', async (t) => {
  const context = await createTestContext(t)
  const first = await offerFirstQuestion(context)
  await first.finish(first.session)
  const second = await offerFirstQuestion(context)
  await second.answer(second.question, 'It was the bell.')
  await second.offer(second.session, 2, second.reference)
  const before = await countRows(context.db)
  const { session } = (await second.restore()).body
  t.match(session, { id: second.session.id, sitting: 2, state: 'active' })
  t.strictSame(
    session.questions.map(({ ordinal, state }: { ordinal: number; state: string }) => [ordinal, state]),
    [
      [1, 'answered'],
      [2, 'offered'],
    ],
  )
  t.strictSame(await countRows(context.db), before)
})

t.test('legacy offers: the three oldest, with every field, whatever digits their instants have', async (t) => {
  const context = await createTestContext(t)
  const younger = await addLegacyOffer(context, 'Who sang on it?', '2025-06-20T16:30:00.500Z')
  const oldest = await addLegacyOffer(context, 'Who?', '2019-01-01T00:00:00Z')
  await addLegacyOffer(context, 'A fourth one waits behind the others', '2025-06-21T00:00:00Z')
  const middle = await addLegacyOffer(context, 'Where was it recorded?', '2025-06-20T16:30:00.499Z')
  const { session, legacyOffers } = (await createInterviewClient(context).restore()).body
  t.equal(session, null)
  t.strictSame(
    legacyOffers.map(({ id, offeredAt }: { id: string; offeredAt: string }) => [id, offeredAt]),
    [
      [oldest, '2019-01-01T00:00:00.000Z'],
      [middle, '2025-06-20T16:30:00.499Z'],
      [younger, '2025-06-20T16:30:00.500Z'],
    ],
  )
  t.match(legacyOffers[0], {
    question: 'Who?',
    answer: null,
    state: 'offered',
    sitting: 1,
    answerUpdatedAt: '2019-01-01T00:00:00.000Z',
    ordinal: null,
    references: [],
  })
})

t.test('only a current claimant or an administrator restores, and another artist is not disclosed', async (t) => {
  const context = await createTestContext(t)
  t.equal((await createInterviewClient(context, null).restore()).status, 401)
  t.equal((await createInterviewClient(context, 'stranger').restore()).status, 403)
  t.equal((await createInterviewClient(context, 'other-owner').restore()).status, 403)
  t.equal((await createInterviewClient(context, 'admin').restore()).status, 200)
  const unknown = '00000000-0000-4000-8000-000000000000'
  t.equal((await createInterviewClient(context, 'owner', unknown).restore()).status, 403)
  t.equal((await createInterviewClient(context, 'admin', unknown).restore()).status, 404)
})
