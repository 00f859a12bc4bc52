import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { claimInShards } from '#src/queue/claim.ts'
import { runSlice } from '#src/queue/slice.ts'
import { doneAtOnce, newQueueWorld, slicesOf } from './queue-world.ts'

const claiming = (w: Awaited<ReturnType<typeof newQueueWorld>>, more = {}) =>
  claimInShards(w.db, { leaseToken: uuidv7(), ...more })

t.test('the claim in two steps takes the jobs in the order of the claim in one', async (t) => {
  const w = await newQueueWorld(t)
  const artists = [await w.artist(), await w.artist(), await w.artist()]
  const at = (seconds: number) => ({ next_run_at: new Date(Date.now() - seconds * 1_000) })
  for (const [n, artistId] of artists.entries()) {
    for (const seconds of [10, 30, 20].slice(n)) await w.addJobs(artistId, 1, at(seconds))
  }
  const walked = async (claim: () => ReturnType<typeof claiming>) => {
    const taken: string[] = []
    for (let job = await claim(); job !== undefined; job = await claim()) taken.push(`${job.artist_id} ${job.id}`)
    await w.db.updateTable('artist_research_jobs').set({ lease_token: null, leased_until: null }).execute()
    return taken
  }
  const [inOne, inTwo] = [await walked(() => w.claim()), await walked(() => claiming(w))]
  t.equal(inOne.length, 6)
  t.same(inTwo.toSorted(), inOne.toSorted())
  for (const taken of [inOne, inTwo]) {
    const turns = taken.map((one) => artists.indexOf(one.split(' ')[0] ?? ''))
    t.same(new Set(turns.slice(0, 3)), new Set([0, 1, 2]), 'everybody once')
    t.same(turns.slice(3).toSorted(), [0, 0, 1], 'and once more who has more')
  }
  const ofFirst = (taken: string[]) => taken.filter((one) => one.startsWith(artists[0] ?? ''))
  t.same(ofFirst(inTwo), ofFirst(inOne), 'of an artist first what has been due longest')
})

t.test('a line that is longer than one look is walked to its end', async (t) => {
  const w = await newQueueWorld(t)
  const artists = await Promise.all(Array.from({ length: 5 }, w.artist))
  for (const artistId of artists) await w.addJobs(artistId, 2)
  const runs: unknown[] = []
  for (let job = await claiming(w); job !== undefined; job = await claiming(w)) runs.push(job.artist_id)
  t.equal(runs.length, 10)
  t.equal(new Set(runs.slice(0, 5)).size, 5)
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
