import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { countRows, createTestContext } from '../support/test-context.ts'
import { addImportedAnswer, addLegacyOffer, createInterviewClient } from './interview.ts'

t.test('a requestId returns the sitting it started: active, finished, and beside a later one', async (t) => {
  const { start, finish, ...context } = await startable(t)
  const requestId = uuidv7()
  const first = await start(requestId)
  t.strictSame((await start(requestId)).body, first.body)
  t.strictSame((await start(requestId.toUpperCase())).body, first.body, 'an id is one id in either case')
  const finished = await finish(first.body.session)
  t.strictSame((await start(requestId)).body, finished.body)
  await start()
  const before = await countRows(context.db)
  t.strictSame((await start(requestId)).body, finished.body)
  t.strictSame(await countRows(context.db), before)
  t.equal(before.interview_sessions, 2)
})

t.test('a sitting does not start while another is active: 409 session_active', async (t) => {
  const { start, ...context } = await startable(t)
  await start()
  const before = await countRows(context.db)
  const refused = await start()
  t.match(refused, { status: 409, body: { code: 'session_active' } })
  t.equal(refused.headers['retry-after'], undefined)
  t.strictSame(await countRows(context.db), before)
})

t.test(
  'a sitting does not start while legacy offers are open: 409 state_changed, until they are answered',
  async (t) => {
    const { start, answer, restore, ...context } = await startable(t)
    await addLegacyOffer(context, 'Who taught you the river songs?', '2025-06-20T16:30:00Z')
    t.match(await start(), { status: 409, body: { code: 'state_changed' } })
    const [open] = (await restore()).body.legacyOffers
    await answer(open, null)
    t.match(await start(), { status: 200, body: { session: { sitting: 1 }, legacyOffers: [] } })
  },
)

t.test('a repeated start returns its sitting although legacy offers came later', async (t) => {
  const { start, ...context } = await startable(t)
  const requestId = uuidv7()
  const { session } = (await start(requestId)).body
  const id = await addLegacyOffer(context, 'Who taught you the river songs?', '2025-06-20T16:30:00Z')
  t.match(await start(requestId), { status: 200, body: { session, legacyOffers: [{ id }] } })
})

t.test('the new number is one above every sitting and every answer of the artist', async (t) => {
  const { start, finish, ...context } = await startable(t)
  await addImportedAnswer(context, { sitting: 7 })
  const { session } = (await start()).body
  t.equal(session.sitting, 8)
  await finish(session)
  await addImportedAnswer(context, { sitting: 5 })
  t.equal((await start()).body.session.sitting, 9)
})

t.test('beyond the greatest number a start is 413 limit_exceeded', async (t) => {
  const { start, ...context } = await startable(t)
  await addImportedAnswer(context, { sitting: 2_147_483_647 })
  t.match(await start(), { status: 413, body: { code: 'limit_exceeded' } })
})

async function startable(t: Test) {
  const context = await createTestContext(t)
  return { ...context, ...createInterviewClient(context) }
}
