import { sql } from 'kysely'
import t from 'tap'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { changeUnderLease, LeaseLostError, saveCheckpoint } from '#src/queue/lease.ts'
import type { Slice } from '#src/queue/slice.ts'
import { applyDecision, type JobDecision, releaseJob } from '#src/queue/transitions.ts'
import { pollUntil } from '../support/until.ts'
import { createQueueContext, done, requireClaimed } from './queue-context.ts'

const w = await createQueueContext(t)

const next = { cursor: 1, total: 2, checkpoint: { seen: 'by the first' } }
const decide = (decision: JobDecision) => (job: ClaimedJob) => applyDecision(w.db, job, decision)
const everyWrite: Record<string, (job: ClaimedJob) => Promise<unknown>> = {
  continuing: decide({ next, progress: '' }),
  waiting: decide({ next, pauseMs: 1_000, progress: '' }),
  completing: decide(done()),
  failing: decide({ failed: 'internal' }),
  'giving up': decide({ failed: 'internal', progress: '' }),
  releasing: (job: ClaimedJob) => releaseJob(w.db, job),
  'recording what is sent': (job: ClaimedJob) => saveCheckpoint(w.db, job, { sent: true }),
  'changing the artist': (job: ClaimedJob) =>
    changeUnderLease(w.db, job, async ({ trx }) => await applyDecision(trx, job, done())),
}

t.test('a job is locked while its slice changes the artist: its lease may run out before the commit', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  const job = await requireClaimed(w.claim({ artistId }))
  const selectFree = w.db
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('artist_id', '=', artistId)
    .forUpdate()
    .skipLocked()
  t.same(await changeUnderLease(w.db, job, async () => await selectFree.execute()), [])
  t.same(await selectFree.execute(), [{ id }])
})

for (const [name, write] of Object.entries(everyWrite)) {
  t.test(`a worker that was suspended past its lease writes nothing: ${name}`, async (t) => {
    const artistId = await w.artist()
    const [id = ''] = await w.addJobs(artistId)
    const paused = await requireClaimed(w.claim({ artistId, leaseMs: 20 }))
    const successor = await pollUntil(() => w.claim({ artistId }))
    const before = await w.job(id)
    await t.rejects(write(paused), LeaseLostError)
    t.same(await w.job(id), before)
    await t.resolves(write(successor), 'the one that took its place does write')
    t.notSame(await w.job(id), before)
  })

  t.test(`an expired lease is lost, even where no other worker claimed the job: ${name}`, async (t) => {
    const artistId = await w.artist()
    const [id = ''] = await w.addJobs(artistId)
    const late = await requireClaimed(w.claim({ artistId, leaseMs: 1 }))
    await pollUntil(() => hasPassed(id))
    const before = await w.job(id)
    await t.rejects(write(late), LeaseLostError)
    t.same(await w.job(id), before)
  })
}

t.test('a slice past its deadline is abandoned, and its later writes are refused', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  const woken = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const deaf: Slice = async (job) => {
    await woken.promise
    late.resolve(applyDecision(w.db, job, done()))
    return done()
  }
  t.match(await w.run(deaf, { artistId, sliceMs: 20 }), { ending: 'retries' })
  t.match(await w.job(id), { state: 'pending', error_category: 'timed_out', attempts: 1 })
  woken.resolve()
  await t.rejects(late.promise as Promise<unknown>, LeaseLostError)
  t.match(await w.job(id), { state: 'pending', cursor: 0 })
})

t.test('a slice that has lost its lease says so, and saves nothing', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  const slow: Slice = async () => {
    await w.change(id, { leased_until: new Date(0) })
    return { save: async () => t.fail('nothing is saved') as never }
  }
  t.match(await w.run(slow, { artistId }), { ending: 'lease_lost' })
  t.match(w.logged.at(-1), { jobId: id })
  t.match(await w.job(id), { state: 'pending', cursor: 0 })
})

async function hasPassed(id: string): Promise<boolean> {
  const row = await w.db
    .selectFrom('artist_research_jobs')
    .select(sql<boolean>`leased_until < clock_timestamp()`.as('passed'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.passed
}
