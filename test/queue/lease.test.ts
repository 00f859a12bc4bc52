import { sql } from 'kysely'
import t from 'tap'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { Slice } from '#src/queue/slice.ts'
import { applyTransition, completeJob, continueJob, failJob, releaseJob, snoozeJob } from '#src/queue/transitions.ts'
import { pollUntil } from '../support/until.ts'
import { completeAtOnce, createQueueContext, requireClaimed } from './queue-context.ts'

const w = await createQueueContext(t)

const place = { cursor: 1, total: 2, checkpoint: { seen: 'by the first' } }
const everyEnding = {
  continuing: (job: ClaimedJob) => continueJob(w.db, job, place),
  waiting: (job: ClaimedJob) => snoozeJob(w.db, job, place, 1_000),
  completing: (job: ClaimedJob) => completeJob(w.db, job, { steps: 1 }),
  failing: (job: ClaimedJob) => failJob(w.db, job, 'internal'),
  'giving up': (job: ClaimedJob) => failJob(w.db, job, 'internal', { forGood: true }),
  releasing: (job: ClaimedJob) => releaseJob(w.db, job),
}

t.test('a job with an expired lease is claimable again, without a cleanup', async (t) => {
  const artistId = await w.artist()
  const [id] = await w.addJobs(artistId)
  const first = await requireClaimed(w.claim({ artistId, leaseMs: 30 }))
  const second = await pollUntil(() => w.claim({ artistId }))
  t.match(second, { id, attempts: 2 })
  t.not(second.lease_token, first.lease_token)
})

t.test('a lease is at most a minute', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  await requireClaimed(w.claim({ artistId }))
  const { leased_until } = await w.job(id)
  t.ok(leased_until !== null && leased_until.getTime() - Date.now() <= 60_000)
})

for (const [name, ending] of Object.entries(everyEnding)) {
  t.test(`a worker that was suspended past its lease writes nothing: ${name}`, async (t) => {
    const artistId = await w.artist()
    const [id = ''] = await w.addJobs(artistId)
    const paused = await requireClaimed(w.claim({ artistId, leaseMs: 20 }))
    const successor = await pollUntil(() => w.claim({ artistId }))
    const before = await w.job(id)
    t.equal(await applyTransition(ending(paused)), 'lease_lost', 'with an outcome of its own')
    t.same(await w.job(id), before)
    t.not(await applyTransition(ending(successor)), 'lease_lost', 'the one that took its place does write')
  })

  t.test(`an expired lease is lost, even where no other worker claimed the job: ${name}`, async (t) => {
    const artistId = await w.artist()
    const [id = ''] = await w.addJobs(artistId)
    const late = await requireClaimed(w.claim({ artistId, leaseMs: 1 }))
    await pollUntil(() => hasPassed(id))
    const before = await w.job(id)
    t.equal(await applyTransition(ending(late)), 'lease_lost')
    t.same(await w.job(id), before)
  })
}

t.test('fifty workers resume after their leases at once: none of them writes', async (t) => {
  const artistId = await w.artist()
  const ids = await w.addJobs(artistId, 50)
  const paused = await Promise.all(ids.map(() => requireClaimed(w.claim({ artistId, leaseMs: 300 }))))
  const successors = await Promise.all(ids.map(() => pollUntil(() => w.claim({ artistId }))))
  const endings = await Promise.all(paused.map((job) => applyTransition(completeJob(w.db, job, { steps: 9 }))))
  t.same(new Set(endings), new Set(['lease_lost']))
  const ended = await Promise.all(successors.map((job) => applyTransition(completeJob(w.db, job, { steps: 1 }))))
  t.same(new Set(ended), new Set(['done']))
  const rows = await Promise.all(ids.map(w.job))
  t.ok(rows.every(({ state, cursor }) => state === 'done' && cursor === 1))
})

t.test('a slice past its deadline is abandoned, and its later writes are refused', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  const woken = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const deaf: Slice = async (job, context) => {
    await woken.promise
    const outcome = await completeAtOnce(job, context)
    late.resolve(outcome)
    return outcome
  }
  t.match(await w.run(deaf, { artistId, sliceMs: 20 }), { ending: 'retries' })
  t.match(await w.job(id), { state: 'pending', error_category: 'timed_out', attempts: 1 })
  woken.resolve()
  t.match(await late.promise, { ending: 'lease_lost' })
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
