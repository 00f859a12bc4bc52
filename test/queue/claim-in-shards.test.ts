import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { claimInShards } from '#src/queue/claim-in-shards.ts'
import { runSlice } from '#src/queue/slice.ts'
import { doneAtOnce, newQueueWorld, slicesOf } from './queue-world.ts'

const claiming = (w: Awaited<ReturnType<typeof newQueueWorld>>, more = {}) =>
  claimInShards(w.db, { leaseToken: uuidv7(), ...more })

t.test('the claim in two steps takes the jobs in the order of the claim in one', async (t) => {
  const w = await newQueueWorld(t)
  const [first, second] = [await w.artist(), await w.artist()]
  const at = (seconds: number) => ({ turn_at: new Date(Date.now() - seconds * 1_000), next_run_at: new Date(0) })
  const [third] = await w.addJobs(first, 1, at(10))
  const [one] = await w.addJobs(second, 1, at(30))
  const [two] = await w.addJobs(first, 1, at(20))
  const claimed: unknown[] = []
  for (let times = 0; times < 4; times += 1) claimed.push((await claiming(w))?.id)
  t.same(claimed, [one, two, third, undefined])
})

t.test('forty workers at once take each of thirty jobs once, in whatever shard', async (t) => {
  const w = await newQueueWorld(t)
  for (let artist = 0; artist < 30; artist += 1) await w.addJobs(await w.artist())
  const claims = await Promise.all(Array.from({ length: 40 }, () => claiming(w)))
  const ids = claims.flatMap((job) => job?.id ?? [])
  t.equal(new Set(ids).size, ids.length, 'none twice')
  const rest: unknown[] = []
  for (let job = await claiming(w); job !== undefined; job = await claiming(w)) rest.push(job.id)
  t.equal(ids.length + rest.length, 30, 'and none is left out')
})

t.test('it asks for one artist and for kinds as the claim in one step does', async (t) => {
  const w = await newQueueWorld(t)
  const [mine, other] = [await w.artist(), await w.artist()]
  await w.addJobs(other)
  const [wanted] = await w.addJobs(mine, 1, { kind: 'social_ingest' })
  t.equal(await claiming(w, { kinds: ['latest_refresh'] }), undefined)
  t.equal((await claiming(w, { kinds: ['social_ingest'] }))?.id, wanted)
  t.equal(await claiming(w, { artistId: mine }), undefined)
  t.equal((await claiming(w, { artistId: other }))?.artist_id, other)
})

t.test('slices are run by it where the resources say so', async (t) => {
  const w = await newQueueWorld(t)
  await w.addJobs(await w.artist())
  let claims = 0
  const claim: typeof claimInShards = (db, options) => {
    claims += 1
    return claimInShards(db, options)
  }
  const run = await runSlice({ ...w.resources, claim }, slicesOf(doneAtOnce), w.log)
  t.match(run, { ending: 'done' })
  t.equal(claims, 1)
})
