import { type Kysely, sql } from 'kysely'
import t from 'tap'
import type { DB } from '#src/database/tables.gen.ts'
import { longDatabaseTimeouts } from '../support/settings.ts'
import { type ApiReply, countRows, createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { createInterviewClient, offerFirstQuestion } from './interview.ts'
import { checkEntries, readCheckedTrail } from './trail.ts'

/**
 * Sends the calls while the artist's row is locked, and unlocks it once one call waits for it in the database and the
 * others wait for that call in the process. Without the lock the first could finish before the second starts.
 */
async function raceBehindLock<T>(
  { db, artistId }: TestContext,
  count: number,
  call: (at: number) => Promise<T>,
): Promise<T[]> {
  const { all } = await db.transaction().execute(async (trx) => {
    await sql`select from artists where id = ${artistId} for update`.execute(trx)
    const all = Promise.all(Array.from({ length: count }, (_, at) => call(at)))
    await pollUntil(() => everyoneWaits(trx), 30_000)
    // In an object, because returning the promise itself would wait for it before letting the row go.
    return { all }
  })
  return all
}

async function everyoneWaits(trx: Kysely<DB>): Promise<boolean> {
  // Inside a transaction pg_stat_activity is a snapshot until it is cleared.
  await sql`select pg_stat_clear_snapshot()`.execute(trx)
  const sessions = sql<{ waiting: number; busy: number }>`
    select count(*) filter (where wait_event_type = 'Lock')::int as waiting,
      count(*) filter (where wait_event_type is distinct from 'Lock')::int as busy
    from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
  const { waiting = 0, busy = 0 } = (await sessions.execute(trx)).rows[0] ?? {}
  return waiting > 0 && busy === 0
}

const listStatuses = (answers: ApiReply[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

t.test('50 starts at once, each with its own requestId: one sitting, 49 refusals', async (t) => {
  const context = await createTestContext(t, longDatabaseTimeouts)
  const answers = await raceBehindLock(context, 50, () => createInterviewClient(context).start())
  t.strictSame(listStatuses(answers), { 200: 1, 409: 49 })
  t.ok(answers.every(({ status, body }) => status === 200 || body.code === 'session_active'))
  t.match(await countRows(context.db), { interview_sessions: 1, audit_events: 1 })
})

t.test('50 starts at once with one requestId: one sitting, 50 equal bodies', async (t) => {
  const context = await createTestContext(t, longDatabaseTimeouts)
  const requestId = '6f0d4c1e-8a52-4b6b-9d0e-2c7f5a3b1e08'
  const answers = await raceBehindLock(context, 50, () => createInterviewClient(context).start(requestId))
  t.strictSame(listStatuses(answers), { 200: 50 })
  t.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  t.match(await countRows(context.db), { interview_sessions: 1, audit_events: 1 })
})

t.test('64 different answers at once on one revision: one is saved, the others are 409', async (t) => {
  const context = await createTestContext(t, longDatabaseTimeouts)
  const { question, answer } = await offerFirstQuestion(context)
  const answers = await raceBehindLock(context, 64, (at) => answer(question, at === 13 ? null : `Answer number ${at}.`))
  t.strictSame(listStatuses(answers), { 200: 1, 409: 63 })
  t.ok(answers.every(({ status, body }) => status === 200 || body.code === 'revision_changed'))
  const winner = answers.find(({ status }) => status === 200)?.body.question
  t.strictSame((await createInterviewClient(context).restore()).body.session.questions, [winner])
  t.equal((await countRows(context.db)).response_versions, winner.answer === null ? 0 : 1)
  await readCheckedTrail(t, context)
  await checkEntries(t, context)
})
