import { type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { ask } from '#src/database/ask.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ClaimedJob, claimJob } from '#src/queue/claim.ts'
import { type Beginning, lookMax, statementsFor } from '#src/queue/claim-statements.ts'
import { completing, endingOf } from '#src/queue/finish.ts'
import { type Found, Walk, walkOf } from '#src/queue/walk.ts'
import { newQueueWorld, taken } from './queue-world.ts'

type Job = { artist_id: string; id: string; next_run_at: string }

const at = (artistId: string, id = '1'): Beginning => [artistId, '2026-03-04T10:00:00Z', id]
const jobOf = (artistId: string, id = '1'): Job => ({ artist_id: artistId, id, next_run_at: '2026-03-04T10:00:00Z' })

/** A walk by a clock of the test's own, and looks that take as long as they are told to. */
function walking() {
  const clock = { ms: 1_000 }
  const walk = new Walk(() => clock.ms)
  const look = (line: readonly string[], { job, tookMs = 0 }: { job?: Job; tookMs?: number } = {}) =>
    walk.look(async (): Promise<Found<Job>> => {
      clock.ms += tookMs
      return { job, line: line.map((artistId) => at(artistId)) }
    })
  /** Those who have their turns until it is time to look, each with something to claim. */
  const turns = (most = 10) => {
    const had: string[] = []
    while (had.length < most) {
      const turn = walk.next()
      if (turn === undefined) break
      had.push(turn.artistId)
      walk.took(turn, jobOf(turn.artistId, '2'))
    }
    return had
  }
  return { clock, walk, look, turns }
}

t.test('it looks first, and gives everybody one turn before it looks again', async (t) => {
  const { walk, look, turns } = walking()
  t.equal(walk.next(), undefined)
  await look(['a', 'b', 'c'])
  t.same(turns(), ['a', 'b', 'c'])
  t.equal(walk.next(), undefined)
})

t.test('a look goes on behind whoever had the last turn, or was claimed of by the look', async (t) => {
  const { walk, look, turns } = walking()
  await look(['a', 'b', 'c'], { job: jobOf('a') })
  t.same(turns(1), ['b'])
  const asked: string[] = []
  const find = async (after: string) => {
    asked.push(after)
    return { job: jobOf('c'), line: [at('c'), at('a'), at('b')] }
  }
  await walk.look(find)
  t.same(turns(), ['a', 'b'])
  await walk.look(find)
  t.same(asked, ['b', 'b'])
})

t.test('what was found is old after half a second', async (t) => {
  const { clock, walk, look } = walking()
  await look(['a', 'b', 'c'])
  clock.ms += 499
  t.match(walk.next(), { artistId: 'a' })
  clock.ms += 1
  t.equal(walk.next(), undefined)
})

t.test(
  'looks take a twentieth of the time, and a quarter of a second in advance; until then there is another round',
  async (t) => {
    const { clock, walk, look, turns } = walking()
    for (let looks = 0; looks < 2; looks += 1) {
      await look(['a', 'b', 'c'], { tookMs: 125 })
      t.same(turns(), ['a', 'b', 'c'])
    }
    await look(['a', 'b', 'c'], { tookMs: 50 })
    t.same(turns(7), ['a', 'b', 'c', 'a', 'b', 'c', 'a'])
    // Three hundred in all; while the last 175 of them were taken, 175 went by.
    clock.ms += 300 * 20 - 175 - 250 * 20 - 1
    t.match(walk.next(), { id: '2' }, 'an artist’s jobs from the last claimed one on')
    clock.ms += 1
    t.equal(walk.next(), undefined)
  },
)

t.test('however long looks take, there is one in five seconds', async (t) => {
  const { clock, walk, look } = walking()
  await look(['a'], { tookMs: 60_000 })
  clock.ms += 4_999
  t.match(walk.next(), { artistId: 'a' })
  clock.ms += 1
  t.equal(walk.next(), undefined)
})

t.test('whoever has nothing left has no turn any more, and after four of them it looks again', async (t) => {
  const { walk, look } = walking()
  await look(['a', 'b', 'c', 'd', 'e', 'f'], { tookMs: 300 })
  const miss = () => {
    const turn = walk.next()
    if (turn !== undefined) walk.took(turn, undefined)
    return turn?.artistId
  }
  t.same([miss(), miss(), miss(), miss(), miss()], ['a', 'b', 'c', 'd', undefined])
})

t.test('of a line longer than a look nobody has a second turn before the rest had its first', async (t) => {
  const { look, turns } = walking()
  await look(
    Array.from({ length: lookMax }, (_, n) => `${n}`),
    { tookMs: 300 },
  )
  t.equal(new Set(turns(lookMax + 1)).size, lookMax)
})

t.test('while somebody looks the others go on, and who had his turn meanwhile waits for the next round', async (t) => {
  const { clock, walk, look, turns } = walking()
  await look(['a', 'b', 'c', 'd'])
  t.same(turns(1), ['a'])
  clock.ms += 500
  t.equal(walk.next(), undefined)
  const { promise, resolve } = Promise.withResolvers<Found<Job>>()
  const looked = walk.look(() => promise)
  t.match(walk.next(), { artistId: 'b' })
  t.ok(walk.looking)
  resolve({ job: jobOf('c'), line: [at('b'), at('c'), at('d'), at('a')] })
  await looked
  t.equal(walk.looking, undefined)
  t.same(turns(), ['d', 'a'])
})

t.test('a look that fails is told to whoever took it, and the next one looks again', async (t) => {
  const { walk, look, turns } = walking()
  const failed = walk.look(() => Promise.reject(new Error('away')))
  await t.resolves(walk.looking ?? Promise.reject(new Error('Nobody looks')))
  await t.rejects(failed, { message: 'away' })
  await look(['a'])
  t.same(turns(), ['a'])
})

t.test(
  'each database has a walk, and each choice of kinds, in whatever order and however often they are named',
  async (t) => {
    const [one, other] = [{}, {}] as [Kysely<DB>, Kysely<DB>]
    t.equal(walkOf(one, undefined), walkOf(one, undefined))
    t.not(walkOf(one, undefined), walkOf(other, undefined))
    t.equal(
      walkOf(one, ['lore_refresh', 'social_ingest']),
      walkOf(one, ['social_ingest', 'lore_refresh', 'social_ingest']),
    )
    t.not(walkOf(one, ['lore_refresh']), walkOf(one, undefined))
  },
)

t.test(
  'a claim in turn does not step over the jobs that have ended, also when nobody may clear them away',
  async (t) => {
    const w = await newQueueWorld(t)
    const artistId = await w.artist()
    await w.addJobs(artistId, 310)
    // Inside one transaction, because what it has ended is not cleared away before it commits.
    await w.db.transaction().execute(async (trx) => {
      const ended = await takeAndEnd(trx, artistId, 300)
      const { ofArtist, ofArtistFrom } = statementsFor({ kinds: undefined })
      const given = { artistId, kinds: undefined, leaseToken: uuidv7(), lease: 1_000 }
      const entriesOf = async (claim: () => Promise<unknown>) => {
        const before = await entriesRead(trx)
        await claim()
        return (await entriesRead(trx)) - before
      }
      const stepping = await entriesOf(() => ask(trx, ofArtist(given)))
      t.ok(stepping > 300, `${stepping} entries from the first one on`)
      const inTurn = await entriesOf(() =>
        ask(trx, ofArtistFrom({ ...given, nextRunAt: ended.next_run_at, id: ended.id })),
      )
      t.ok(inTurn > 0 && inTurn < 10, `${inTurn} entries from the last claimed one on`)
    })
  },
)

async function takeAndEnd(db: Kysely<DB>, artistId: string, count: number): Promise<Job> {
  for (let ended = 1; ; ended += 1) {
    const job = await taken(claimJob(db, { artistId, leaseToken: uuidv7() }))
    await endingOf(completing(db, job, { steps: 1 }))
    if (ended === count) return job as ClaimedJob & Job
  }
}

/** Entries of the line's index that this transaction has read so far. */
async function entriesRead(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select pg_stat_get_xact_tuples_returned('artist_research_jobs_due'::regclass) as entries`.execute(db)
  return rows[0]?.entries ?? 0
}
