import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { applyTransition, completeJob, continueJob } from '#src/queue/transitions.ts'
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

t.test('concurrent claims share a connection, and each gets a job of its own', async (t) => {
  const { pool, first, left } = await setUpClaims(t, 9)
  const ids = await left()
  t.equal(new Set([first.id, ...ids]).size, 9)
  t.ok(pool.totalCount < 8, `${pool.totalCount} connections for eight, one of which scans`)
  await pollUntil(() => pool.idleCount === pool.totalCount)
  t.pass('and it is given back')
})

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

t.test('a job whose row is updated continually is claimed all the same', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  const asking = () => enqueueJob(w.db, { artistId, id: uuidv7(), kind: 'lore_refresh' }).execute()
  await asking()
  let isOver = false
  let enqueued = 0
  const others = times(4, async () => {
    for (; !isOver; enqueued += 1) await asking()
  })
  const endings: Record<string, number> = {}
  for (let n = 0; n < 300; n += 1) {
    const job = await w.claim()
    t.type(job, Object, `claim ${n}`)
    if (job === undefined) continue
    const place = { cursor: n, total: null, checkpoint: {} }
    const end = n % 2 === 0 ? completeJob(w.db, job, { steps: n }) : continueJob(w.db, job, place)
    const ending = await applyTransition(end)
    endings[ending] = (endings[ending] ?? 0) + 1
    if (ending === 'done') await asking()
  }
  isOver = true
  await Promise.all(others)
  t.notOk(endings.lease_lost)
  t.ok(enqueued > 100, `${enqueued} requests during the claims, ${JSON.stringify(endings)}`)
})
