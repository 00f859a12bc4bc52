import { type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { claimJob } from '#src/queue/claim.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { completing, continuing, endingOf } from '#src/queue/finish.ts'
import { newQueueWorld, type QueueWorld, taken } from './queue-world.ts'

/** Asks for work as the service does, one request after the other. */
async function ask(w: QueueWorld, artistId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  for (const id of ids) await enqueueJob(w.db, { artistId, id, kind: 'lore_refresh', purpose: id }).execute()
  return ids
}

async function takeAndEnd(db: Kysely<DB>, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const job = await taken(claimJob(db, { leaseToken: uuidv7() }))
    await endingOf(completing(db, job, { steps: 1 }))
    ids.push(job.id)
  }
  return ids
}

t.test(
  'a claim does not step over the places that others were moved up from, while nobody may clear them away',
  async (t) => {
    const w = await newQueueWorld(t)
    await ask(w, await w.artist(), 300)
    const held = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<void>()
    const holder = w.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`select from artists`.execute(trx)
        seen.resolve()
        await held.promise
      })
    await seen.promise
    const entries = await w.db.connection().execute(async (one) => {
      await takeAndEnd(one, 100)
      const before = await entriesRead(one)
      await takeAndEnd(one, 100)
      return (await entriesRead(one)) - before
    })
    held.resolve()
    await holder
    t.ok(entries > 100, 'entries are counted')
    // Some four entries a job, and one look in twenty at all that is dead; without the place it stood at it would be 150 a job and more.
    t.ok(entries < 100 * 60, `${entries} entries for a hundred jobs`)
  },
)

/** Entries of the artist's line that were read so far, as this session's own statistics have it. */
async function entriesRead(one: Kysely<DB>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(one)
  const { rows } = await sql<{ entries: number }>`
    select pg_stat_get_tuples_returned('artist_research_jobs_line_of_artist'::regclass)::int as entries`.execute(one)
  return rows[0]?.entries ?? 0
}

t.test(
  'who comes anew goes behind the place that the one in the line was moved up from, and is found there',
  async (t) => {
    const w = await newQueueWorld(t)
    const artistId = await w.artist()
    const ids = await ask(w, artistId, 10)
    t.same(await takeAndEnd(w.db, 9), ids.slice(0, 9))
    const anew = await ask(w, artistId, 12)
    t.same(await takeAndEnd(w.db, 13), [...ids.slice(9), ...anew])
  },
)

t.test('so does one that goes on, and it keeps no place for longer than its slice', async (t) => {
  const w = await newQueueWorld(t)
  const artistId = await w.artist()
  const ids = await ask(w, artistId, 5)
  await takeAndEnd(w.db, 2)
  const job = await taken(w.claim())
  t.type((await w.job(job.id)).stood_at, Date)
  const place = { cursor: 1, total: 2, checkpoint: {} }
  t.equal(await endingOf(continuing(w.db, job, place)), 'continues')
  t.equal((await w.job(job.id)).stood_at, null)
  t.same(await takeAndEnd(w.db, 3), [ids[3], ids[4], ids[2]])
})
