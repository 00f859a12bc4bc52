import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import type { SliceRun } from '#src/queue/slice.ts'
import { doneAtOnce, newQueueWorld, type QueueWorld, step } from './queue-world.ts'

/** Asks for work as the service does, one request after the other. */
async function ask(w: QueueWorld, artistId: string, count: number, steps = 1) {
  for (let asked = 0; asked < count; asked += 1) {
    const id = uuidv7()
    await enqueueJob(w.db, { artistId, id, kind: 'lore_refresh', purpose: id, payload: { steps } }).execute()
  }
}

/** 1 when all have had the same, 1/n when one has had everything. */
function jain(shares: number[]): number {
  const sum = shares.reduce((a, b) => a + b, 0)
  return sum ** 2 / (shares.length * shares.reduce((a, b) => a + b ** 2, 0))
}

function shares(artists: string[], runs: readonly SliceRun[]): number[] {
  return artists.map((artistId) => runs.filter(({ job }) => job.artist_id === artistId).length)
}

t.test('nine artists with 20 to 180 jobs get the same number of slices while all have work', async (t) => {
  const w = await newQueueWorld(t)
  const artists = await Promise.all(Array.from({ length: 9 }, w.artist))
  for (const [at, artistId] of artists.entries()) await ask(w, artistId, 20 * (9 - at))
  const runs: SliceRun[] = []
  while (runs.length < 9 * 20) {
    const run = await w.run(doneAtOnce)
    if (run !== undefined) runs.push(run)
  }
  t.same(shares(artists, runs), Array(9).fill(20))
})

t.test('they do as well when jobs take many slices and eight workers take them', async (t) => {
  const w = await newQueueWorld(t)
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
  const w = await newQueueWorld(t)
  const [busy, young] = [await w.artist(), await w.artist()]
  await ask(w, busy, 1_000)
  for (let taken = 0; taken < 30; taken += 1) t.match(await w.run(doneAtOnce), { job: { artist_id: busy } })
  await ask(w, young, 1)
  const next = [await w.run(doneAtOnce), await w.run(doneAtOnce)].map((run) => run?.job.artist_id)
  t.ok(next.includes(young), 'it waits for one slice of the other at most')
})

t.test('an artist who was alone for long does not pay for it when another comes', async (t) => {
  const w = await newQueueWorld(t)
  const [old, other] = [await w.artist(), await w.artist()]
  await ask(w, old, 120)
  for (let taken = 0; taken < 60; taken += 1) await w.run(doneAtOnce)
  await ask(w, other, 60)
  const runs: SliceRun[] = []
  while (runs.length < 60) {
    const run = await w.run(doneAtOnce)
    if (run !== undefined) runs.push(run)
  }
  t.same(shares([old, other], runs), [30, 30])
})

t.test('an artist’s jobs take turns among themselves', async (t) => {
  const w = await newQueueWorld(t)
  await ask(w, await w.artist(), 3, 4)
  const ids: string[] = []
  for (let taken = 0; taken < 9; taken += 1) ids.push((await w.run(step))?.job.id ?? '')
  t.same(ids.slice(3, 6), ids.slice(0, 3))
  t.same(ids.slice(6, 9), ids.slice(0, 3))
})

t.test('where nobody else waits, a job far behind in the line is taken at once', async (t) => {
  const w = await newQueueWorld(t)
  const [id = ''] = await w.addJobs(await w.artist(), 1, { turn_at: new Date(Date.now() + 86_400_000) })
  t.match(await w.run(doneAtOnce), { job: { id }, ending: 'done' })
})

t.test(
  'what stands before the place where claims begin is still found: a lease that ran out, a late request',
  async (t) => {
    const w = await newQueueWorld(t)
    const artistId = await w.artist()
    const old = new Date(Date.now() - 60_000)
    await ask(w, artistId, 3)
    await w.run(doneAtOnce)
    const [id = ''] = await w.addJobs(artistId, 1, { turn_at: old, next_run_at: old })
    const taken = (await runSlices(() => w.run(doneAtOnce), w.resources)).map(({ job }) => job.id)
    t.ok(taken.includes(id))
  },
)
