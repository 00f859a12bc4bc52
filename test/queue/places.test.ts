import { type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { forgetBeginning, roundServed } from '#src/queue/beginning.ts'
import { claimJob } from '#src/queue/claim.ts'
import { claimInShards } from '#src/queue/claim-in-shards.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { completing, continuing, endingOf, failing, releasing, waiting } from '#src/queue/finish.ts'
import { givePlaces } from '#src/queue/places.ts'
import { newQueueWorld, type QueueWorld, taken } from './queue-world.ts'

/** A slice claimed and ended by one of several processes; whose it was. */
async function work(db: Kysely<DB>, claim = claimJob): Promise<string> {
  const job = await taken(claim(db, { leaseToken: uuidv7() }))
  await endingOf(completing(db, job, { steps: 1 }))
  return job.artist_id
}

async function slicesOf(db: Kysely<DB>, count: number, claim = claimJob): Promise<string[]> {
  const whose: string[] = []
  for (let slice = 0; slice < count; slice += 1) whose.push(await work(db, claim))
  return whose
}

const ask = (db: Kysely<DB>, artistId: string, round?: string | null) =>
  enqueueJob(db, {
    ...{ artistId, id: uuidv7(), kind: 'lore_refresh', purpose: uuidv7() },
    ...(round !== undefined && { round }),
  }).execute()

const countOf = (whose: readonly string[], artistId: string) => whose.filter((one) => one === artistId).length

/** Jobs of an artist as if they had paused until now. */
const paused = (w: QueueWorld, artistId: string, count: number) =>
  w.addJobs(artistId, count, { next_run_at: new Date(Date.now() - 1_000), error_category: 'rate_limited' })

/** Another process: it has a connection of its own and knows nothing of the line. */
function another(t: Parameters<typeof newQueueWorld>[0], w: QueueWorld): Kysely<DB> {
  const { pool, timeouts } = loadConfig({})
  const { db, close } = connect({ url: w.url, pool, timeouts, applicationName: 'another process' })
  t.teardown(close)
  return db
}

const placesOf = async (w: QueueWorld, artistId: string) =>
  (
    await sql<{ place: string }>`select turn_at::text as place from artist_research_jobs
      where artist_id = ${artistId} and state = 'pending' order by turn_at`.execute(w.db)
  ).rows.map(({ place }) => place)

t.test('hundreds of an artist that come due at once get a round each, and nobody waits for them', async (t) => {
  const w = await newQueueWorld(t)
  const [many, other] = [await w.artist(), await w.artist()]
  await paused(w, many, 500)
  await w.addJobs(other, 5)
  const whose = await slicesOf(w.db, 10)
  t.ok(countOf(whose, other) >= 4, `${countOf(whose, other)} of ten slices are the other's`)
  const places = await placesOf(w, many)
  t.equal(new Set(places).size, places.length, 'one in each round')
})

t.test('jobs that pause take no place: claims step over none of them', async (t) => {
  const w = await newQueueWorld(t)
  const [sleeper, busy] = [await w.artist(), await w.artist()]
  await w.addJobs(sleeper, 3_000, { next_run_at: new Date(Date.now() + 600_000) })
  for (let n = 0; n < 50; n += 1) await ask(w.db, busy)
  await slicesOf(w.db, 10)
  const entries = await w.db.transaction().execute(async (trx) => {
    await slicesOf(trx, 20)
    const { rows } = await sql<{ entries: number }>`
      select pg_stat_get_xact_tuples_returned('artist_research_jobs_line'::regclass)
        + pg_stat_get_xact_tuples_returned('artist_research_jobs_placeless'::regclass) as entries`.execute(trx)
    return rows[0]?.entries ?? 0
  })
  t.ok(entries < 20 * 100, `${entries} entries for twenty claims`)
})

t.test('a job that pauses or is given back has no place until it is claimable and somebody claims', async (t) => {
  const w = await newQueueWorld(t)
  const artistId = await w.artist()
  const place = { cursor: 1, total: null, checkpoint: {} }
  const round = new Date(Date.now() - 5_000)
  const end = async (ending: (job: Awaited<ReturnType<typeof taken>>) => ReturnType<typeof failing>) => {
    await w.db.deleteFrom('artist_research_jobs').execute()
    const [id = ''] = await w.addJobs(artistId, 1, { turn_at: round })
    await endingOf(ending(await taken(w.claim({ artistId }))))
    return (await w.job(id)).turn_at
  }
  t.equal(await end((job) => failing(w.db, job, 'internal')), null)
  t.equal(await end((job) => waiting(w.db, job, place, 60_000)), null)
  t.equal(await end((job) => releasing(w.db, job)), null)
})

t.test('one that comes anew while this process claims stands in the round that is being served', async (t) => {
  const w = await newQueueWorld(t)
  const [busy, young] = [await w.artist(), await w.artist()]
  await w.addJobs(busy, 1_000)
  await slicesOf(w.db, 30)
  const round = roundServed(w.db)
  t.not(round, null)
  await ask(w.db, young, round)
  t.same(await placesOf(w, young), [round])
  t.ok((await slicesOf(w.db, 3)).includes(young))
})

for (const [name, claim] of Object.entries({ claimJob, claimInShards })) {
  t.test(`one that comes where no round is known is given his place by who claims (${name})`, async (t) => {
    const w = await newQueueWorld(t)
    const [busy, young] = [await w.artist(), await w.artist()]
    await w.addJobs(busy, 1_000)
    await slicesOf(w.db, 30, claim)
    for (let asked = 0; asked < 100; asked += 1) await ask(w.db, young)
    await new Promise((resolve) => setTimeout(resolve, 600))
    const whose = await slicesOf(w.db, 40, claim)
    const his = countOf(whose, young)
    t.ok(his >= 17 && his <= 22, `${his} of forty slices are his: no fewer, and for all his jobs no more`)
  })
}

t.test('another process finds what this one has placed, and gives turns to the same artists', async (t) => {
  const w = await newQueueWorld(t)
  const fresh = another(t, w)
  const [one, two] = [await w.artist(), await w.artist()]
  await w.addJobs(one, 300)
  await slicesOf(w.db, 100)
  await w.addJobs(two, 100)
  await new Promise((resolve) => setTimeout(resolve, 600))
  const whose = [...(await slicesOf(fresh, 20)), ...(await slicesOf(w.db, 20)), ...(await slicesOf(fresh, 20))]
  const his = countOf(whose, two)
  t.ok(his >= 28 && his <= 33, `${his} of sixty slices are the newcomer's`)
})

t.test('a stale place is claimed at once, and brings its job one turn and no more', async (t) => {
  const w = await newQueueWorld(t)
  const [busy, late] = [await w.artist(), await w.artist()]
  await w.addJobs(busy, 200)
  await slicesOf(w.db, 50)
  const ranOut = { lease_token: uuidv7(), leased_until: new Date(Date.now() - 1_000) }
  for (const artistId of [late, await w.artist(), await w.artist()]) {
    await w.addJobs(artistId, 1, { turn_at: new Date(Date.now() - 3_600_000), ...ranOut })
  }
  // As a process that has just begun would find it.
  forgetBeginning(w.db)
  const whose: string[] = []
  for (let slice = 0; slice < 20; slice += 1) {
    const job = await taken(w.claim())
    whose.push(job.artist_id)
    await endingOf(continuing(w.db, job, { cursor: job.cursor + 1, total: null, checkpoint: {} }))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  t.equal(whose[0], late)
  t.ok(countOf(whose, busy) >= 4, `${countOf(whose, busy)} of twenty slices are the fourth artist's`)
  t.ok(countOf(whose, late) <= 7, `${countOf(whose, late)} of twenty slices`)
})

t.test('a job that is alone is claimed without a place', async (t) => {
  const w = await newQueueWorld(t)
  const artistId = await w.artist()
  await ask(w.db, artistId)
  t.equal(await givePlaces(w.db), 1)
  t.same(await placesOf(w, artistId), [null])
  t.equal(await work(w.db), artistId)
})
