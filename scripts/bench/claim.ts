import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { JobQueue } from '#src/queue/job-queue.ts'
import { applyDecision } from '#src/queue/transitions.ts'
import type { Benchmarks } from './benchmark.ts'
import type { BenchEnvironment } from './environment.ts'
import { runLoop } from './statistics.ts'

/** More than is worked off in a second. */
const jobsPerSecond = 8_000
const heldSeconds = 180

/** A job claimed, and its end written under the lease it was claimed with: what every slice costs the queue. */
export const createClaimBenchmarks: Benchmarks = async (environment) => {
  const measureDrain =
    ({ fill, finishNext }: { fill: (jobs: number) => Promise<void>; finishNext: () => Promise<void> }) =>
    async (seconds: number) => {
      await fill(Math.ceil(jobsPerSecond * seconds))
      return [await runLoop(workers, seconds, finishNext)]
    }
  const plain = await openPlainJobs(environment.openPool(workers))
  return [
    {
      rows: [{ work: `claim and end, ${workers} workers`, unit: 'a second' }],
      floor: { name: 'SKIP LOCKED on a plain table, no HTTP', measure: measureDrain(plain) },
      ours: measureDrain(openJobs(environment)),
    },
  ]
}

/**
 * The same beside a session that holds an old snapshot, so that no vacuum clears away what has ended since: the speed
 * at the end of three minutes, beside the speed without it.
 */
export const createHeldSnapshotBenchmarks: Benchmarks = async (environment) => {
  const queue = openJobs(environment)
  const holder = environment.openPool(1)

  async function measureHeld(seconds: number) {
    await queue.fill(jobsPerSecond * heldSeconds)
    const session = await holder.connect()
    await session.query('begin isolation level repeatable read')
    await session.query('select count(*) from artists')
    try {
      await runLoop(workers, heldSeconds - seconds, queue.finishNext)
      return [await runLoop(workers, seconds, queue.finishNext)]
    } finally {
      await session.query('rollback')
      session.release()
    }
  }

  async function measureFree(seconds: number) {
    await queue.fill(jobsPerSecond * 2 * seconds)
    await runLoop(workers, seconds, queue.finishNext)
    return [await runLoop(workers, seconds, queue.finishNext)]
  }
  return [
    {
      rows: [{ work: 'claim and end beside a snapshot held for three minutes', unit: 'a second' }],
      rounds: 1,
      warmUpSeconds: 0,
      floor: { name: 'without it', measure: measureFree },
      ours: measureHeld,
    },
  ]
}

/** Workers that claim and end jobs at once, in each entrant. */
export const workers = 4
const artists = 1_000

/** The service's own queue, with a connection for each worker. */
function openJobs({ openDatabase, openPool }: Pick<BenchEnvironment, 'openDatabase' | 'openPool'>) {
  const db = openDatabase(workers)
  const queue = new JobQueue(db)
  const pool = openPool(1)
  return {
    /** Claims the first due job and writes the end of it, as a slice that found little to do. */
    finishNext: async () => {
      const job = await queue.claim({ leaseToken: uuidv7() })
      if (job === undefined) throw new Error('The queue has run dry; the figure would be of empty claims')
      const ending = await applyDecision(db, job, { done: { result: { pages: 1 } }, progress: '' })
      if (ending !== 'done') throw new Error(`A job that was finished ${ending}`)
    },
    /** Replaces all jobs by due ones, the same number for each artist, with the artists taking turns. */
    fill: async (jobs: number) => {
      await pool.query('truncate artist_research_jobs')
      await pool.query(
        `insert into artists (id, name)
         select md5('artist ' || n)::uuid, 'Artist ' || n from generate_series(1, $1::int) as n on conflict do nothing`,
        [artists],
      )
      await pool.query(
        `insert into artist_research_jobs (artist_id, id, kind, purpose, state, payload, queued_at)
         select md5('artist ' || artist)::uuid, uuidv7(), 'lore_refresh', gen_random_uuid()::text, 'pending',
           '{"because":"bench"}', clock_timestamp()
         from generate_series(1, $2::int) as n, generate_series(1, $1::int) as artist order by n, artist`,
        [artists, Math.ceil(jobs / artists)],
      )
      // What autovacuum would have done while this number of jobs was inserted one by one.
      await pool.query('vacuum (analyze) artist_research_jobs')
    },
  }
}

const schema = `create table if not exists plain_jobs (
    id bigint generated always as identity primary key,
    state text not null default 'pending',
    payload jsonb not null default '{"because":"bench"}',
    lease_token uuid,
    leased_until timestamptz,
    result jsonb,
    finished_at timestamptz
  ) with (fillfactor = 70);
  create index if not exists plain_jobs_queue on plain_jobs (id) where state = 'pending'`

const claim = {
  name: 'claim',
  text: `update plain_jobs set lease_token = $1, leased_until = now() + interval '1 minute'
    where id = (
      select id from plain_jobs where state = 'pending' and id >= $2 and (leased_until is null or leased_until <= now())
      order by id limit 1 for update skip locked
    ) returning id, payload`,
}

const finish = {
  name: 'finish',
  text: `update plain_jobs set state = 'done', result = $3, finished_at = now(), lease_token = null, leased_until = null
    where id = $1 and lease_token = $2 and leased_until > now()`,
}

/**
 * The floor: a table of jobs with a lease token, worked off by SKIP LOCKED from the job claimed last. It knows no
 * artists, fairness, pauses or requests.
 */
async function openPlainJobs(pool: pg.Pool) {
  await pool.query(schema)
  let low = '0'
  return {
    finishNext: async () => {
      const token = randomUUID()
      const { rows } = await pool.query<{ id: string }>({ ...claim, values: [token, low] })
      const [job] = rows
      if (job === undefined) throw new Error('The plain table has run dry')
      low = job.id
      const { rowCount } = await pool.query({ ...finish, values: [job.id, token, '{"pages":1}'] })
      if (rowCount !== 1) throw new Error('A plain job was not finished')
    },
    fill: async (jobs: number) => {
      await pool.query('truncate plain_jobs restart identity')
      low = '0'
      await pool.query('insert into plain_jobs (state) select $1 from generate_series(1, $2::int)', ['pending', jobs])
      await pool.query('vacuum (analyze) plain_jobs')
    },
  }
}
