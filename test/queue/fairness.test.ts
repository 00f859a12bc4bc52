import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import type { Slice, SliceRun } from '#src/queue/slice.ts'
import { applyTransition, continueJob } from '#src/queue/transitions.ts'
import { completeAtOnce, createQueueContext, type QueueContext, step } from './queue-context.ts'

/** Requests work as the service does, one request after the other. */
async function ask(w: QueueContext, artistId: string, count: number, steps = 1) {
  for (let enqueued = 0; enqueued < count; enqueued += 1) {
    const id = uuidv7()
    await enqueueJob(w.db, { artistId, id, kind: 'lore_refresh', purpose: id, payload: { steps } }).execute()
  }
}

/** The next claim polls: between polls claims rest, the longer the slower polls are on this machine. */
const letRestPass = (w: QueueContext) => w.passTime(600_000)

/** Jain's index: 1 when all have had the same, 1/n when one has had everything. */
function jain(shares: number[]): number {
  const sum = shares.reduce((a, b) => a + b, 0)
  return sum ** 2 / (shares.length * shares.reduce((a, b) => a + b ** 2, 0))
}

function shares(artists: string[], runs: readonly SliceRun[]): number[] {
  return artists.map((artistId) => runs.filter(({ job }) => job.artist_id === artistId).length)
}

t.test('nine artists with 20 to 180 jobs get the same number of slices while all have work', async (t) => {
  const w = await createQueueContext(t)
  const artists = await Promise.all(Array.from({ length: 9 }, w.artist))
  for (const [at, artistId] of artists.entries()) await ask(w, artistId, 20 * (9 - at))
  const runs: SliceRun[] = []
  while (runs.length < 9 * 20) {
    const run = await w.run(completeAtOnce)
    if (run !== undefined) runs.push(run)
  }
  t.same(shares(artists, runs), Array(9).fill(20))
})

t.test('also when jobs take many slices and eight workers run them', async (t) => {
  const w = await createQueueContext(t)
  const artists = await Promise.all(Array.from({ length: 9 }, w.artist))
  for (const [at, artistId] of artists.entries()) await ask(w, artistId, 1 + 2 * at, 50)
  const runs: SliceRun[] = []
  const take = async () => {
    if (runs.length >= 270) return undefined
    const run = await w.run(step)
    if (run !== undefined) runs.push(run)
    return run
  }
  await Promise.all(Array.from({ length: 8 }, () => runSlices(take, w.resources)))
  t.ok(jain(shares(artists, runs)) >= 0.99, `${shares(artists, runs)}`)
})

t.test('the first job of an artist does not wait for the thousand of another', async (t) => {
  const w = await createQueueContext(t)
  const [busy, young] = [await w.artist(), await w.artist()]
  await ask(w, busy, 1_000)
  for (let claimed = 0; claimed < 30; claimed += 1) t.match(await w.run(completeAtOnce), { job: { artist_id: busy } })
  await ask(w, young, 1)
  letRestPass(w)
  const next = [await w.run(completeAtOnce), await w.run(completeAtOnce)].map((run) => run?.job.artist_id)
  t.ok(next.includes(young), 'it waits for one slice of the other at most')
})

t.test('an artist who was served alone for long is not disadvantaged when another comes', async (t) => {
  const w = await createQueueContext(t)
  const [old, other] = [await w.artist(), await w.artist()]
  await ask(w, old, 120)
  for (let claimed = 0; claimed < 60; claimed += 1) await w.run(completeAtOnce)
  await ask(w, other, 60)
  letRestPass(w)
  const runs: SliceRun[] = []
  while (runs.length < 60) {
    const run = await w.run(completeAtOnce)
    if (run !== undefined) runs.push(run)
  }
  t.same(shares([old, other], runs), [30, 30])
})

t.test('an artist’s jobs rotate among themselves', async (t) => {
  const w = await createQueueContext(t)
  await ask(w, await w.artist(), 3, 4)
  const ids: string[] = []
  for (let claimed = 0; claimed < 9; claimed += 1) ids.push((await w.run(step))?.job.id ?? '')
  t.same(ids.slice(3, 6), ids.slice(0, 3))
  t.same(ids.slice(6, 9), ids.slice(0, 3))
})

t.test('an artist with one job at a time is served each round, beside one with hundreds', async (t) => {
  const w = await createQueueContext(t)
  const [busy, modest] = [await w.artist(), await w.artist()]
  await ask(w, busy, 200)
  await w.run(completeAtOnce)
  for (let times = 0; times < 5; times += 1) {
    await ask(w, modest, 1)
    letRestPass(w)
    const next = [await w.run(completeAtOnce), await w.run(completeAtOnce)].map((run) => run?.job.artist_id)
    t.same(next.toSorted(), [busy, modest].toSorted())
  }
})

t.test('any number of new artists does not delay those in the rotation', async (t) => {
  const w = await createQueueContext(t)
  const there = await Promise.all(Array.from({ length: 3 }, w.artist))
  for (const artistId of there) await ask(w, artistId, 30)
  const runs: SliceRun[] = []
  for (let round = 0; round < 12; round += 1) {
    for (let came = 0; came < 3; came += 1) await ask(w, await w.artist(), 1)
    if (round % 4 === 0) letRestPass(w)
    for (let claimed = 0; claimed < 6; claimed += 1) {
      const run = await w.run(completeAtOnce)
      if (run !== undefined) runs.push(run)
    }
  }
  const had = shares(there, runs)
  t.ok(
    had.every((share) => share >= 10),
    `${had} slices in twelve rounds`,
  )
  t.ok(Math.max(...had) - Math.min(...had) <= 1, 'the same for each of them')
})

t.test('slices of an artist’s own page, and cancelled jobs, cost the artist no place in the rotation', async (t) => {
  const w = await createQueueContext(t)
  const [mine, other] = [await w.artist(), await w.artist()]
  await ask(w, mine, 200)
  await ask(w, other, 60)
  for (let slices = 0; slices < 50; slices += 1) await w.run(completeAtOnce, { artistId: mine })
  await sql`update artist_research_jobs set state = 'cancelled', finished_at = now() where id in (
    select id from artist_research_jobs where artist_id = ${mine} and state = 'pending' order by id limit 50)`.execute(
    w.db,
  )
  const runs: SliceRun[] = []
  while (runs.length < 60) runs.push(...[await w.run(completeAtOnce)].filter((run) => run !== undefined))
  t.same(shares([mine, other], runs), [30, 30])
})

t.test('claims of one kind do not starve artists with other work', async (t) => {
  const w = await createQueueContext(t)
  const [both, one] = [await w.artist(), await w.artist()]
  await ask(w, both, 40)
  await w.addJobs(both, 40, { kind: 'social_ingest' })
  await ask(w, one, 40)
  const runs: SliceRun[] = []
  for (let claimed = 0; claimed < 40; claimed += 1) {
    await w.run(completeAtOnce, { kinds: ['social_ingest'] })
    const run = await w.run(completeAtOnce)
    if (run !== undefined) runs.push(run)
  }
  const [hadBoth = 0, hadOne = 0] = shares([both, one], runs)
  t.equal(hadBoth + hadOne, 40)
  t.ok(Math.abs(hadBoth - hadOne) <= 1, `${hadBoth} and ${hadOne}`)
})

t.test('without other artists, a job at the end of the queue is claimed at once', async (t) => {
  const w = await createQueueContext(t)
  const [id = ''] = await w.addJobs(await w.artist(), 1, { queued_at: new Date(Date.now() + 86_400_000) })
  t.match(await w.run(completeAtOnce), { job: { id }, ending: 'done' })
})

t.test('a job before those last claimed is found as well: an expired lease, a late commit', async (t) => {
  const w = await createQueueContext(t)
  const artistId = await w.artist()
  const old = new Date(Date.now() - 60_000)
  await ask(w, artistId, 3)
  await w.run(completeAtOnce)
  const [id = ''] = await w.addJobs(artistId, 1, { queued_at: old, next_run_at: old })
  const claimed = (await runSlices(() => w.run(completeAtOnce), w.resources)).map(({ job }) => job.id)
  t.ok(claimed.includes(id))
})

t.test('and it is found beside other work', async (t) => {
  const w = await createQueueContext(t)
  const [busy, artistId] = [await w.artist(), await w.artist()]
  const old = new Date(Date.now() - 60_000)
  await ask(w, busy, 20)
  await w.run(completeAtOnce)
  const [id = ''] = await w.addJobs(artistId, 1, { queued_at: old, next_run_at: old })
  const goesOn: Slice = async (job, { db }) => {
    const place = { cursor: job.cursor + 1, total: null, checkpoint: {} }
    return { ending: await applyTransition(continueJob(db, job, place)), progress: 'Did it' }
  }
  // If it is never found, the file's own time limit ends this.
  while ((await w.run(goesOn))?.job.id !== id);
  t.pass()
})
