import t from 'tap'
import { countRows, newWorld } from '../support/world.ts'
import { addLegacyOffer, createInterviewClient, offerFirstQuestion } from './interview.ts'

t.test('restoring before the first sitting is a success without a session', async (t) => {
  const world = await newWorld(t)
  const answer = await createInterviewClient(world).restore()
  t.equal(answer.status, 200)
  t.strictSame(answer.body, { status: 'ok', session: null, legacyOffers: [] })
})

t.test('restoring returns the latest sitting with its questions by ordinal, and changes nothing', async (t) => {
  const world = await newWorld(t)
  const first = await offerFirstQuestion(world)
  await first.finish(first.session)
  const second = await offerFirstQuestion(world)
  await second.answer(second.question, 'It was the bell.')
  await second.offer(second.session, 2, second.reference)
  const before = await countRows(world.db)
  const { session } = (await second.restore()).body
  t.match(session, { id: second.session.id, sitting: 2, state: 'active' })
  t.strictSame(
    session.questions.map(({ ordinal, state }: { ordinal: number; state: string }) => [ordinal, state]),
    [
      [1, 'answered'],
      [2, 'offered'],
    ],
  )
  t.strictSame(await countRows(world.db), before)
})

t.test('legacy offers: the three oldest, with every field, whatever digits their instants have', async (t) => {
  const world = await newWorld(t)
  const younger = await addLegacyOffer(world, 'Who sang on it?', '2025-06-20T16:30:00.500Z')
  const oldest = await addLegacyOffer(world, 'Who?', '2019-01-01T00:00:00Z')
  await addLegacyOffer(world, 'A fourth one waits behind the others', '2025-06-21T00:00:00Z')
  const middle = await addLegacyOffer(world, 'Where was it recorded?', '2025-06-20T16:30:00.499Z')
  const { session, legacyOffers } = (await createInterviewClient(world).restore()).body
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
  const world = await newWorld(t)
  t.equal((await createInterviewClient(world, null).restore()).status, 401)
  t.equal((await createInterviewClient(world, 'stranger').restore()).status, 403)
  t.equal((await createInterviewClient(world, 'other-owner').restore()).status, 403)
  t.equal((await createInterviewClient(world, 'admin').restore()).status, 200)
  const unknown = '00000000-0000-4000-8000-000000000000'
  t.equal((await createInterviewClient(world, 'owner', unknown).restore()).status, 403)
  t.equal((await createInterviewClient(world, 'admin', unknown).restore()).status, 404)
})
