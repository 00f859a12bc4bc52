import { type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { beginNoLater, beginningOf, moveBeginning } from '#src/queue/beginning.ts'
import { claimJob } from '#src/queue/claim.ts'
import { completing, endingOf } from '#src/queue/finish.ts'
import { newQueueWorld, taken } from './queue-world.ts'

const at = (seconds: number) => new Date(seconds * 1_000)
/** Only its identity counts. */
const someDatabase = () => ({}) as Kysely<DB>

t.test('the first claim of a process looks through the whole line, the next begin where it claimed', async (t) => {
  const db = someDatabase()
  t.match(beginningOf(db), { place: undefined, isWholeDue: true })
  moveBeginning(db, undefined, at(5), 0, true)
  t.match(beginningOf(db), { place: at(5), isWholeDue: false })
})

t.test('of claims at once one moves the beginning; one that looked it up before it moved back does not', async (t) => {
  const db = someDatabase()
  moveBeginning(db, undefined, at(5), 0, true)
  const { place } = beginningOf(db)
  beginNoLater(db, at(3))
  moveBeginning(db, place, at(9), 0, false)
  t.match(beginningOf(db).place, at(3))
  beginNoLater(db, at(8))
  t.match(beginningOf(db).place, at(3), 'it is never moved on this way')
  moveBeginning(db, beginningOf(db).place, at(9), 0, false)
  t.match(beginningOf(db).place, at(9))
})

t.test('a beginning stays behind the claimed place by twice what the slowest of the last claims took', async (t) => {
  const db = someDatabase()
  moveBeginning(db, undefined, at(5), 100, true)
  t.match(beginningOf(db).place, at(4.8), 'whoever was moved up while that claim was under way stands behind it')
  moveBeginning(db, beginningOf(db).place, at(6), 0, false)
  t.match(beginningOf(db).place, at(5.81), 'a quick claim does not make the others quick')
  for (let claims = 0; claims < 100; claims += 1) moveBeginning(db, beginningOf(db).place, at(7), 1, false)
  t.match(beginningOf(db).place, at(6.998), 'what was slow long ago is forgotten')
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
    // Some seven entries a job, and now and then a look through the whole line; without a beginning it would be 700 a job.
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
