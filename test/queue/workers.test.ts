import t from 'tap'
import { runSlices } from '#src/queue/scheduler.ts'
import { hasRun, type Slice } from '#src/queue/slice.ts'
import { applyTransition, completeJob } from '#src/queue/transitions.ts'
import { completeAtOnce, createQueueContext, step } from './queue-context.ts'

t.test(
  'eight workers and two hundred jobs: each job is done once, and no slice overlaps another of its job',
  async (t) => {
    const w = await createQueueContext(t)
    const artists = await Promise.all(Array.from({ length: 5 }, w.artist))
    await Promise.all(artists.map((artistId) => w.addJobs(artistId, 40)))
    const underWay = new Set<string>()
    const done: string[] = []
    const slice: Slice = async (job, { db }) => {
      if (underWay.has(job.id)) t.fail('two slices of a job at once')
      underWay.add(job.id)
      // A round trip, so that other workers run in between.
      await db.selectFrom('artists').select('id').where('id', '=', job.artist_id).execute()
      done.push(job.id)
      underWay.delete(job.id)
      return { ending: await applyTransition(completeJob(db, job, { steps: 1 })), progress: 'Did it' }
    }
    const work = () => runSlices(() => w.run(slice), w.resources)
    const runs = (await Promise.all(Array.from({ length: 8 }, work))).flat()
    t.ok(runs.every(hasRun))
    t.equal(done.length, 200)
    t.equal(new Set(done).size, 200)
    t.equal(await left(w), 0)
  },
)

t.test('twenty calls at once run one slice of a different job each', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  await w.addJobs(artistId, 12, { payload: JSON.stringify({ steps: 3 }) })
  const runs = await Promise.all(Array.from({ length: 20 }, () => w.run(step, { artistId })))
  const ids = runs.flatMap((run) => (run === undefined ? [] : [run.job.id]))
  t.ok(ids.length >= 12, 'no call returns empty while a job is due')
  t.equal(new Set(ids).size, 12)
  const { cursors } = await w.db
    .selectFrom('artist_research_jobs')
    .select(({ fn }) => fn.sum<number>('cursor').as('cursors'))
    .executeTakeFirstOrThrow()
  t.equal(cursors, ids.length, 'every slice has moved its job by one step')
})

t.test('a run of the scheduler runs slices until nothing is due', async (t) => {
  const w = await createQueueContext(t)
  await w.addJobs(await w.artist(), 3, { payload: JSON.stringify({ steps: 4 }) })
  const runs = await runSlices(() => w.run(step), w.resources)
  t.equal(runs.length, 12)
  t.same(await runSlices(() => w.run(step), w.resources), [])
})

t.test('a run of the scheduler begins no slice once its time is over or the service stops', async (t) => {
  const w = await createQueueContext(t)
  await w.addJobs(await w.artist(), 5)
  t.same(await runSlices(() => w.run(completeAtOnce), { ...w.resources, budgetMs: 0 }), [])
  let claimed = 0
  const stopping: Slice = async (job, context) => {
    claimed += 1
    if (claimed === 2) w.stopping.abort()
    return await completeAtOnce(job, context)
  }
  const runs = await runSlices(() => w.run(stopping), w.resources)
  t.equal(runs.length, 2)
})

async function left(w: Awaited<ReturnType<typeof createQueueContext>>): Promise<number> {
  const rows = await w.db.selectFrom('artist_research_jobs').select('id').where('state', '<>', 'done').execute()
  return rows.length
}

t.test('as many calls at once as an artist has due jobs: none returns empty, in a hundred rounds', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  let empty = 0
  for (let round = 0; round < 100; round += 1) {
    await w.addJobs(artistId, 12)
    const claimed = await Promise.all(Array.from({ length: 12 }, () => w.claim({ artistId })))
    empty += claimed.filter((job) => job === undefined).length
    await w.db.deleteFrom('artist_research_jobs').execute()
  }
  t.equal(empty, 0)
})
