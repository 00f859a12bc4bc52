import { sql } from 'kysely'
import t from 'tap'
import { isLockAwaited } from '../support/citus.ts'
import { holdLocks } from '../support/locks.ts'
import { addArtist, createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { ask, endQuestions, listQuestions, passTime } from './questions.ts'

/** A number of new questions of an artist, each ended before the next. */
async function spend(context: TestContext, n: number, everySeconds = 0): Promise<void> {
  for (let count = 0; count < n; count += 1) {
    await endQuestions(context)
    await passTime(context, everySeconds)
    const { status } = await ask(context, { topic: `question number ${count}` })
    if (status !== 202) throw new Error(`Question ${count} was answered ${status}`)
  }
  await endQuestions(context)
}

const retryAfter = ({ headers }: { headers: Record<string, string | undefined> }) => Number(headers['retry-after'])
const day = 24 * 60 * 60

t.test('an artist has one live question; another is 429 with Retry-After', async (t) => {
  const context = await createTestContext(t)
  await ask(context)
  const refused = await ask(context, { topic: 'another matter' })
  t.match(refused, { status: 429, body: { code: 'research_busy' } })
  t.equal(retryAfter(refused), 5)
  const then = sql`date_trunc('milliseconds', now()) + interval '90 seconds'`
  await sql`update artist_research_jobs set next_run_at = ${then}, queued_at = ${then}`.execute(context.db)
  const pausing = retryAfter(await ask(context, { topic: 'another matter' }))
  t.ok(pausing >= 60 && pausing <= 90, 'while it pauses nothing can end')
  await endQuestions(context)
  t.equal((await ask(context, { topic: 'another matter' })).status, 202)
})

t.test('a sixth new job of an artist within 24 hours is 429, until the first of the five is a day old', async (t) => {
  const context = await createTestContext(t)
  await spend(context, 5, 1_000)
  const refused = await ask(context, { topic: 'one too many' })
  t.match(refused, { status: 429, body: { code: 'quota_spent' } })
  t.ok(Math.abs(retryAfter(refused) - (day - 4_000)) <= 60, 'says when the first of them is a day old')
  await passTime(context, day - 4_000 - 120)
  t.equal((await ask(context, { topic: 'one too many' })).status, 429)
  await passTime(context, 121)
  t.equal((await ask(context, { topic: 'one too many' })).status, 202)
  await endQuestions(context)
  t.equal((await ask(context, { topic: 'and another' })).status, 429, 'the window rolls; it does not start again')
})

t.test('shared, reused and refused requests use no quota', async (t) => {
  const context = await createTestContext(t)
  await spend(context, 4)
  await ask(context, { topic: 'the fifth' })
  for (let n = 0; n < 3; n += 1) {
    await ask(context, { topic: 'the fifth' })
    await ask(context, { topic: 'busy' })
  }
  await endQuestions(context)
  t.match(await ask(context, { topic: 'the fifth' }), { status: 202, body: { reused: true } })
  t.match(await ask(context, { topic: 'the sixth' }), { status: 429, body: { code: 'quota_spent' } })
  t.match(await ask(context, { topic: 'the fifth' }), { status: 202, body: { reused: true } }, 'also when it is spent')
  const takenSlots = await sql`select from question_quota_slots where taken_at is not null`.execute(context.db)
  t.equal(takenSlots.rows.length, 5)
})

t.test('with 98 of 100 slots taken, 12 artists at once get exactly two new jobs', async (t) => {
  const context = await createTestContext(t)
  const taken = sql`update question_quota_slots set taken_at = now() - slot * interval '1 minute' where slot <= 98`
  await taken.execute(context.db)
  const artists = await Promise.all(Array.from({ length: 12 }, (_, n) => addArtist(context.db, `Artist ${n}`)))
  const answers = await Promise.all(artists.map((artistId) => ask(context, {}, { caller: null, artistId })))
  t.equal(answers.filter(({ status }) => status === 202).length, 2)
  const refused = answers.filter(({ status }) => status === 429)
  t.equal(refused.length, 10)
  for (const answer of refused) {
    t.equal(answer.body.code, 'quota_spent')
    t.ok(Math.abs(retryAfter(answer) - (day - 98 * 60)) <= 50, 'says when the oldest place is free again')
  }
  t.equal((await listQuestions(context)).length, 2)
})

t.test('a slot that its request releases is not lost', async (t) => {
  const context = await createTestContext(t)
  await sql`update question_quota_slots set taken_at = now() where slot <= 99`.execute(context.db)
  const other = await holdLocks(context.database, 'update question_quota_slots set taken_at = now() where slot = 100')
  const pending = ask(context)
  await pollUntil(() => isLockAwaited(context.db))
  await other.end()
  t.equal((await pending).status, 202)
})
