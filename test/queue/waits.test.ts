import { sql } from 'kysely'
import t from 'tap'
import { type JobKind, jobKinds, waitingMaxMs } from '#src/queue/kinds.ts'
import * as limits from '#src/queue/limits.ts'
import type { Slice } from '#src/queue/slice.ts'
import { mayWait } from '#src/queue/transitions.ts'
import { createQueueContext } from './queue-context.ts'

const w = await createQueueContext(t)

/** Waits for an external run that never ends, to be polled after `pollMs` milliseconds. */
const waitsFor =
  (pollMs: number): Slice =>
  async (job) => {
    const next = { cursor: job.cursor + 1, total: null, checkpoint: { run: 'outside' } }
    return { next, pauseMs: pollMs, progress: 'Waits' }
  }

const run = (slice: Slice, artistId: string) => w.run(slice, { artistId })

/** As if the job had waited for so long, and were due. */
const waitedFor = (id: string, ms: number) =>
  sql`update artist_research_jobs set waiting_since = date_trunc('milliseconds', now()) - ${ms} * interval '1 millisecond',
    next_run_at = date_trunc('milliseconds', now()), queued_at = now() where id = ${id}`.execute(w.db)

/** A job of the kind that has begun to wait. */
async function waitingJob(kind: JobKind, pollMs = 1_000) {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId, 1, { kind })
  t.match(await run(waitsFor(pollMs), artistId), { ending: 'waits' })
  return { artistId, id }
}

// What alerts, runbooks and the other limits count on.
t.test('a lease lasts a minute, a slice half of it, a job five attempts, and a wait as long as its kind may', (t) => {
  const hourMs = 3_600_000
  const ofKinds = { lore_refresh: 1, caption_extract: 1, social_ingest: 24, source_search: 12, latest_refresh: 12 }
  for (const kind of jobKinds) t.equal(waitingMaxMs[kind], ofKinds[kind] * hourMs, kind)
  const { claimLeaseMs, sliceMs, attemptsMax, schedulerMs, schedulerSlicesMax } = limits
  t.same([claimLeaseMs, sliceMs, attemptsMax], [60_000, 30_000, 5])
  t.same([schedulerMs, schedulerSlicesMax], [20_000, 1_000])
  t.end()
})

for (const kind of jobKinds) {
  t.test(`a ${kind} waits as long as its kind may, and then fails with a category`, async (t) => {
    const { artistId, id } = await waitingJob(kind)
    await waitedFor(id, waitingMaxMs[kind] - 60_000)
    t.match(await run(waitsFor(1_000), artistId), { ending: 'waits', progress: 'Waits' })
    await waitedFor(id, waitingMaxMs[kind])
    t.match(await run(waitsFor(1_000), artistId), {
      ending: 'failed',
      progress: 'The job has waited too long for something outside and was given up',
    })
    const job = await w.job(id)
    t.match(job, { state: 'failed', error_category: 'timed_out', waiting_since: null, lease_token: null })
    t.match(job, { cursor: 3, checkpoint: { run: 'outside' } }, 'it can be retried from where it stood')
    t.type(job.finished_at, Date)
  })
}

t.test('a slice with nothing new to keep may hand its job back as the progress', async (t) => {
  const { artistId, id } = await waitingJob('latest_refresh')
  const stays: Slice = async (job) => ({ next: job, pauseMs: 1_000, progress: 'Waits' })
  await waitedFor(id, 1_000)
  t.match(await run(stays, artistId), { ending: 'waits' })
  await waitedFor(id, waitingMaxMs.latest_refresh)
  t.match(await run(stays, artistId), { ending: 'failed' })
  t.match(await w.job(id), { state: 'failed', error_category: 'timed_out', cursor: 1, checkpoint: { run: 'outside' } })
})

t.test('however long its pause, the job is claimable again when its maximal wait is over', async (t) => {
  const kind = 'source_search'
  const { id, artistId } = await waitingJob(kind, 30 * 24 * 60 * 60_000)
  const whole = await w.job(id)
  t.equal(whole.next_run_at.getTime() - (whole.waiting_since?.getTime() ?? 0), waitingMaxMs[kind])
  // The rest is no whole number of milliseconds, while the queue stores whole ones.
  for (let time = 0; time < 10; time += 1) {
    await waitedFor(id, waitingMaxMs[kind] - 60_000)
    t.match(await run(waitsFor(30 * 24 * 60 * 60_000), artistId), { ending: 'waits' })
    const rest = await w.job(id)
    t.ok(Math.abs(rest.next_run_at.getTime() - (rest.waiting_since?.getTime() ?? 0) - waitingMaxMs[kind]) < 60_000)
  }
})

t.test('a slice at the end of its wait may end otherwise, and the next wait begins from zero', async (t) => {
  const { artistId, id } = await waitingJob('social_ingest')
  await waitedFor(id, waitingMaxMs.social_ingest)
  const passes: Slice = async (job) => {
    if (mayWait(job)) throw new Error('It has waited for long enough')
    return { next: { cursor: 2, total: 4, checkpoint: {} }, progress: 'Passed over' }
  }
  t.match(await run(passes, artistId), { ending: 'continues', progress: 'Passed over' })
  t.match(await run(waitsFor(1_000), artistId), { ending: 'waits' })
})
