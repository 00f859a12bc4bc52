import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { LeaseLostError, saveCheckpoint } from '#src/queue/lease.ts'
import { applyDecision } from '#src/queue/transitions.ts'
import { createServerFolder, queryOnce, startServer } from '../support/embedded.ts'
import { addArtist } from '../support/test-context.ts'
import { listServerProcesses, signal } from '../system/outage/servers.ts'
import { done, requireClaimed } from './queue-context.ts'

// A server of its own, started twice; on a busy machine that takes longer than tap's own limit for a file.
t.setTimeout(100_000)

const folder = createServerFolder(t)
let { url } = await startServer(t, folder)
await migrate({ url, environment: 'development' })
const { pool, timeouts } = loadConfig({})
const open = () => connect({ url, pool, timeouts, applicationName: 'sittings test' })
let { db, close } = open()
t.teardown(() => close())

const artistId = await addArtist(db, 'Mara Quill')
const claim = () => requireClaimed(new JobQueue(db).claim({ leaseToken: uuidv7() }))
const enqueue = (purpose: string) => enqueueJob(db, { artistId, id: uuidv7(), kind: 'source_search', purpose })

t.test('a claim commits asynchronously; a slice’s end waits for the disk, on the same connection too', async (t) => {
  await enqueue('first')
  await db.connection().execute(async (one) => {
    const settings = async () =>
      (await sql<{ now: string }>`select current_setting('synchronous_commit') as now`.execute(one)).rows
    const before = await settings()
    const job = await one.transaction().execute(async (trx) => {
      const claimed = await requireClaimed(new JobQueue(trx).claim({ leaseToken: uuidv7() }))
      const { rows } = await sql`select current_setting('synchronous_commit') as now`.execute(trx)
      t.same(rows, [{ now: 'off' }])
      return claimed
    })
    t.same(await settings(), before)
    t.notSame(before, [{ now: 'off' }])
    t.equal(await applyDecision(one, job, done()), 'done')
  })
})

t.test('a lost commit of a claim loses it: its worker saves and sends nothing, another claims the job', async (t) => {
  const { id } = await enqueue('second')
  const { id: remainingId } = await enqueue('third')
  const recorded = await claim()
  t.equal(recorded.id, id)
  await saveCheckpoint(db, recorded, { sent: 'is about to be' })
  await loseLaterCommits()
  const lost = await claim()
  t.equal(lost.id, remainingId)
  await crash()

  await t.rejects(saveCheckpoint(db, lost, { sent: 'twice' }), LeaseLostError, 'nothing may be sent')
  await t.rejects(applyDecision(db, lost, done()), LeaseLostError)
  t.match(await claim(), { id: remainingId, attempts: 1, checkpoint: {}, lease_expired: false })
  t.equal(await applyDecision(db, recorded, done()), 'done', 'a claim is there with what was saved under it')
})

const findProcess = async (backend: string): Promise<number> => {
  const [row] = await queryOnce<{ pid: number }>(
    url,
    `select pid from pg_stat_activity where backend_type = '${backend}'`,
  )
  if (row === undefined) throw new Error(`The server has no ${backend}`)
  return row.pid
}

/** From now on the log is written only for sessions that wait for it. */
async function loseLaterCommits(): Promise<void> {
  const writers = await Promise.all(['walwriter', 'checkpointer', 'background writer'].map(findProcess))
  signal(writers, 'SIGSTOP')
}

/** Ends every process of the server at once, and starts it again. */
async function crash(): Promise<void> {
  signal(listServerProcesses(folder), 'SIGKILL')
  await close()
  const restarted = await startServer(t, folder)
  url = restarted.url
  const opened = open()
  db = opened.db
  close = opened.close
}
