import t from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { addLegacyOffer, createInterviewClient } from './interview.ts'

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
