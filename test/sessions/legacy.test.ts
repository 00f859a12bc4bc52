import t from 'tap'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { addLegacyOffer, createInterviewClient } from './interview.ts'
import { checkEntries, readCheckedTrail } from './trail.ts'

const listJobs = ({ db }: TestContext) => db.selectFrom('artist_research_jobs').select(['kind', 'requests']).execute()

t.test('a legacy offer is answered like any other, and a Lore refresh is queued at once', async (t) => {
  const context = await createTestContext(t)
  const { restore, answer } = createInterviewClient(context)
  await addLegacyOffer(context, 'Who taught you the river songs?', '2025-06-20T16:30:00Z')
  const [open] = (await restore()).body.legacyOffers
  const saved = await answer(open, 'My aunt did.')
  t.match(saved.body.question, {
    ...open,
    answer: 'My aunt did.',
    state: 'answered',
    revision: /^[a-f0-9]{64}$/,
    answerUpdatedAt: String,
  })
  t.match(saved.body.question, { sitting: 1, ordinal: null, references: [], offeredAt: '2025-06-20T16:30:00.000Z' })
  t.strictSame((await restore()).body.legacyOffers, [])
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 1 }])
  t.strictSame((await answer(open, 'My aunt did.')).body, saved.body)
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 1 }], 'the retry asks for nothing more')
  t.strictSame(
    (await readCheckedTrail(t, context)).map(({ action }) => action),
    ['answer.saved'],
  )
  await checkEntries(t, context)
})
