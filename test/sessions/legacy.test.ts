import { randomUUID } from 'node:crypto'
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

t.test('a repeated start lists offers that came since under the number of the next sitting', async (t) => {
  const context = await createTestContext(t)
  const { start } = createInterviewClient(context)
  const requestId = randomUUID()
  await start(requestId)
  for (const day of [1, 2]) await addLegacyOffer(context, `Question of day ${day}?`, `2025-06-0${day}T12:00:00Z`)
  t.match(await start(requestId), { status: 200, body: { legacyOffers: [{ sitting: 2 }, { sitting: 2 }] } })
})

t.test('a legacy offer can be skipped, which queues no Lore refresh', async (t) => {
  const context = await createTestContext(t)
  const { restore, answer } = createInterviewClient(context)
  await addLegacyOffer(context, 'Who taught you the river songs?', '2025-06-20T16:30:00Z')
  const [open] = (await restore()).body.legacyOffers
  t.match(await answer(open, null), { status: 200, body: { question: { state: 'skipped', answer: null } } })
  t.strictSame(await listJobs(context), [])
  t.strictSame(
    (await readCheckedTrail(t, context)).map(({ action }) => action),
    ['question.skipped'],
  )
})

t.test('five legacy offers: answering the listed ones lists the others, and then a sitting starts', async (t) => {
  const context = await createTestContext(t)
  const { restore, answer, start } = createInterviewClient(context)
  for (const day of [1, 2, 3, 4, 5])
    await addLegacyOffer(context, `Question of day ${day}?`, `2025-06-0${day}T12:00:00Z`)
  const seen: string[] = []
  for (let open = (await restore()).body.legacyOffers; open.length > 0; open = (await restore()).body.legacyOffers) {
    t.equal((await start()).status, 409)
    seen.push(`${open[0].question} of ${open.length}`)
    await answer(open[0], null)
  }
  t.strictSame(
    seen,
    [3, 3, 3, 2, 1].map((listed, at) => `Question of day ${at + 1}? of ${listed}`),
  )
  t.equal((await start()).status, 200)
})
