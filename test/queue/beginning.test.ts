import { type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { beginAt, beginningOf, type Entry, forgetBeginning, moveBeginning, roundServed } from '#src/queue/beginning.ts'
import { claimJob } from '#src/queue/claim.ts'
import { completing, endingOf } from '#src/queue/finish.ts'
import { newQueueWorld, taken } from './queue-world.ts'

const at = (second: number): Entry => ({
  place: `2026-11-22 10:00:0${second}+00`,
  due_at: '2026-11-22 10:00:00+00',
  id: 'a',
})
/** Only its identity counts. */
const someDatabase = () => ({}) as Kysely<DB>

t.test('the first claim of a process looks through the whole line, the next begin where it claimed', async (t) => {
  const db = someDatabase()
  t.match(beginningOf(db), { entry: undefined, isWholeDue: true })
  t.equal(roundServed(db), null, 'and what round is being served nobody can say')
  beginAt(db, at(5), 0)
  t.match(beginningOf(db), { entry: at(5), isWholeDue: false })
  forgetBeginning(db)
  t.equal(beginningOf(db).entry, undefined)
})

t.test('a beginning is an entry claimed twice as long ago as the slowest of the last claims took', async (t) => {
  const db = someDatabase()
  beginAt(db, at(1), 0)
  moveBeginning(db, at(2), 1_000)
  moveBeginning(db, at(3), 0)
  t.match(beginningOf(db).entry, at(1), 'whoever was given a place while that claim was under way stands behind it')
  const quick = someDatabase()
  beginAt(quick, at(1), 0)
  for (const second of [2, 3, 4]) moveBeginning(quick, at(second), 0)
  t.match(beginningOf(quick).entry, at(3), 'and is little behind where claims are quick')
})

t.test('a process knows the round that is being served for a moment', async (t) => {
  const now = t.capture(performance, 'now', () => clock)
  let clock = 10_000
  const db = someDatabase()
  beginAt(db, at(1), 0)
  moveBeginning(db, at(2), 0)
  t.equal(roundServed(db), at(2).place)
  clock += 49
  t.equal(roundServed(db), at(2).place)
  clock += 1
  t.equal(roundServed(db), null)
  now.restore()
})

t.test('a claim does not step over the jobs that have ended, also when nobody may clear them away', async (t) => {
  const w = await newQueueWorld(t)
  const artistId = await w.artist()
  const now = Date.now()
  for (let n = 1; n <= 300; n += 1) {
    const place = new Date(now - 1_000_000 + n * 1_000)
    await w.addJobs(artistId, 1, { next_run_at: place, turn_at: place })
  }
  // Inside one transaction, because what it has ended is not cleared away before it commits.
  await w.db.transaction().execute(async (trx) => {
    await takeAndEnd(trx, 100)
    const first = await entriesRead(trx)
    await takeAndEnd(trx, 200)
    const entries = (await entriesRead(trx)) - first
    t.ok(entries > 200, 'entries are counted')
    // Some five entries a job, and now and then a look through the whole line; without a beginning it would be 200 a job.
    t.ok(entries < 200 * 30, `${entries} entries for two hundred jobs`)
  })
})

t.test('in a round of a thousand artists a claim begins in the middle of it', async (t) => {
  const w = await newQueueWorld(t)
  const artists = await Promise.all(Array.from({ length: 300 }, w.artist))
  const round = new Date(Date.now() - 1_000)
  for (const artistId of artists) await w.addJobs(artistId, 1, { turn_at: round })
  await w.db.transaction().execute(async (trx) => {
    await takeAndEnd(trx, 100)
    const first = await entriesRead(trx)
    await takeAndEnd(trx, 200)
    const entries = (await entriesRead(trx)) - first
    t.ok(entries < 200 * 30, `${entries} entries for two hundred jobs`)
  })
})

async function takeAndEnd(db: Kysely<DB>, count: number) {
  for (let ended = 0; ended < count; ended += 1) {
    const job = await taken(claimJob(db, { leaseToken: uuidv7() }))
    await endingOf(completing(db, job, { steps: 1 }))
  }
}

/** Entries of the line's index that this transaction has read so far. */
async function entriesRead(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select pg_stat_get_xact_tuples_returned('artist_research_jobs_line'::regclass)
      + pg_stat_get_xact_tuples_returned('artist_research_jobs_line_of_artist'::regclass) as entries`.execute(db)
  return rows[0]?.entries ?? 0
}
