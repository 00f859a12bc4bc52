import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { queryOnce } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'
import { createQueueContext, requireClaimed } from './queue-context.ts'

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

/** Claims of a process that gives up on a lock after a second and knows this many artists with a due job each. */
async function setUpClaims(t: Test, artists: number) {
  const w = await createQueueContext(t)
  for (let n = 0; n < artists; n += 1) await w.addJobs(await w.artist())
  const { pool: size, timeouts } = loadConfig({})
  const { db, pool, close } = connect({
    url: w.url,
    pool: size,
    applicationName: 'claims',
    timeouts: { ...timeouts, lockMs: 1_000, queryMs: 2_000 },
  })
  t.teardown(close)
  const queue = new JobQueue(db)
  const claim = () => queue.claim({ leaseToken: uuidv7() })
  const first = await requireClaimed(claim())
  const left = async () => (await Promise.all(times(artists - 1, claim))).map((job) => job?.id)
  const leased = async () =>
    (await w.db.selectFrom('artist_research_jobs').select('id').where('lease_token', 'is not', null).execute()).map(
      ({ id }) => id,
    )
  return { ...w, pool, claim, first, left, leased }
}

t.test('while the table is locked each claim fails, and no job is left with a lease without a holder', async (t) => {
  const w = await setUpClaims(t, 21)
  await w.db.transaction().execute(async (holder) => {
    await sql`lock table artist_research_jobs in access exclusive mode`.execute(holder)
    const claims = times(3, w.claim)
    const others = after(200).then(() => Promise.allSettled(times(17, w.claim)))
    for (const outcome of [...(await Promise.allSettled(claims)), ...(await others)])
      t.match(outcome, { status: 'rejected', reason: { code: '55P03' } })
  })
  t.same(await w.leased(), [w.first.id])
  t.equal(new Set([w.first.id, ...(await w.left())]).size, 21, 'and afterwards each is there')
  await pollUntil(() => w.pool.idleCount === w.pool.totalCount)
  const sessions = await Promise.all(times(w.pool.totalCount, () => w.pool.connect()))
  for (const session of sessions) {
    t.same(
      (await session.query('show lock_timeout')).rows,
      [{ lock_timeout: '1s' }],
      'who has the session next waits as ever',
    )
    session.release()
  }
})

t.test('a claim waits for a briefly locked table', async (t) => {
  const w = await setUpClaims(t, 21)
  const { left } = await w.db.transaction().execute(async (holder) => {
    await sql`lock table artist_research_jobs in access exclusive mode`.execute(holder)
    const left = w.left()
    await after(400)
    return { left }
  })
  t.equal(new Set([w.first.id, ...(await left)]).size, 21)
})

t.test('when their session is lost every claim fails, and due jobs stay due', async (t) => {
  const w = await setUpClaims(t, 9)
  const failures = await w.db.transaction().execute(async (holder) => {
    await sql`lock table artist_research_jobs in access exclusive mode`.execute(holder)
    const claims = Promise.allSettled(times(6, w.claim))
    const waiting = await pollUntil(async () => {
      const rows = await queryOnce<{ pid: number }>(
        w.url,
        `select pid from pg_stat_activity where application_name = 'claims' and wait_event_type = 'Lock'
          and datname = current_database()`,
      )
      return rows.length > 0 ? rows : undefined
    })
    for (const { pid } of waiting) await queryOnce(w.url, `select pg_terminate_backend(${pid})`)
    return await claims
  })
  for (const failure of failures) {
    t.equal(failure.status, 'rejected')
    if (failure.status === 'rejected') t.match(toDatabaseProblem(failure.reason), { code: 'persistence_unavailable' })
  }
  t.equal(new Set([w.first.id, ...(await w.left())]).size, 9)
})
