import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import type { SliceRun } from '#src/queue/slice.ts'
import { completeAtOnce, createQueueContext, type QueueContext, step } from './queue-context.ts'

/** Requests work as the service does, one request after the other. */
async function ask(w: QueueContext, artistId: string, count: number, steps = 1) {
  for (let enqueued = 0; enqueued < count; enqueued += 1) {
    const id = uuidv7()
    await enqueueJob(w.db, { artistId, id, kind: 'lore_refresh', purpose: id, payload: { steps } }).execute()
  }
}

const countSlices = (artists: string[], runs: readonly SliceRun[]): number[] =>
  artists.map((artistId) => runs.filter(({ job }) => job.artist_id === artistId).length)

async function runMany(w: QueueContext, slices: number): Promise<SliceRun[]> {
  const runs: SliceRun[] = []
  while (runs.length < slices) runs.push(...[await w.run(step)].filter((run) => run !== undefined))
  return runs
}

t.test(
  'a job whose slice has ended waits behind all others: equal shares for each job, to eight workers',
  async (t) => {
    const w = await createQueueContext(t)
    const workers = 8
    const artists = await Promise.all(Array.from({ length: 9 }, w.artist))
    for (const artistId of artists) await ask(w, artistId, 2, 50)
    const runs: SliceRun[] = []
    const take = async () => {
      if (runs.length >= 180) return undefined
      const run = await w.run(step)
      if (run !== undefined) runs.push(run)
      return run
    }
    await Promise.all(Array.from({ length: workers }, () => runSlices(take, w.resources)))
    const shares = countSlices(artists, runs)
    t.ok(Math.max(...shares) - Math.min(...shares) <= workers, `${shares}`)
  },
)

t.test('a new job waits for one slice of each job before it, however many slices they take', async (t) => {
  const w = await createQueueContext(t)
  const [busy, young] = [await w.artist(), await w.artist()]
  await ask(w, busy, 9, 1_000)
  await runMany(w, 30)
  await ask(w, young, 1)
  const next = (await runMany(w, 10)).map(({ job }) => job.artist_id)
  t.equal(next.indexOf(young), 9)
})

t.test('without other jobs, a job at the end of the queue is claimed at once', async (t) => {
  const w = await createQueueContext(t)
  const [id = ''] = await w.addJobs(await w.artist(), 1, { queued_at: new Date(Date.now() + 86_400_000) })
  t.match(await w.run(completeAtOnce), { job: { id }, ending: 'done' })
  const [next = ''] = await w.addJobs(await w.artist())
  t.match(await w.run(completeAtOnce), { job: { id: next } }, 'and hides no job that comes later')
})

t.test('a job before those last claimed is found: an expired lease, a late commit', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  const old = new Date(Date.now() - 60_000)
  await ask(w, artistId, 20, 50)
  await runMany(w, 2)
  const [id = ''] = await w.addJobs(artistId, 1, { queued_at: old, next_run_at: old, payload: '{"steps":1}' })
  t.notOk(
    (await runMany(w, 2)).some(({ job }) => job.id === id),
    'not at once',
  )
  w.passTime(1_001)
  t.match(await w.run(step), { job: { id } }, 'a second later')
  const [last = ''] = await w.addJobs(artistId, 1, { queued_at: old, next_run_at: old, payload: '{"steps":1}' })
  await w.db.deleteFrom('artist_research_jobs').where('id', '<>', last).execute()
  t.match(await w.run(step), { job: { id: last } }, 'and at once where nothing else is due')
})
