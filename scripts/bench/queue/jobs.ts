import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { JobQueue } from '#src/queue/job-queue.ts'
import { applyTransition, completeJob } from '#src/queue/transitions.ts'
import type { BenchEnvironment } from '../environment.ts'

/** Workers that claim and end jobs at once, in each entrant. */
export const workers = 4

/** The service's own queue over one database, with a connection for each worker. */
export type Jobs = ReturnType<typeof openJobs>

export function openJobs(environment: Pick<BenchEnvironment, 'openDatabase' | 'openPool'>, url: string) {
  const db = environment.openDatabase(workers, url)
  const queue = new JobQueue(db)
  const pool = environment.openPool(1, url)

  /** Claims the first due job and writes the end of it, as a slice that found little to do. */
  async function finishNext(): Promise<void> {
    const job = await queue.claim({ leaseToken: uuidv7() })
    if (job === undefined) throw new Error('The queue has run dry; the figure would be of empty claims')
    const ending = await applyTransition(completeJob(db, job, { steps: 1, result: { pages: 1 } }))
    if (ending !== 'done') throw new Error(`A job that was finished ${ending}`)
  }

  return {
    finishNext,
    empty: () => pool.query('truncate artist_research_jobs'),
    fill: (jobs: number, artists: number) => fill(pool, jobs, artists),
    /** What autovacuum would have done while this number of jobs was inserted one by one. */
    vacuum: () => pool.query('vacuum (analyze) artist_research_jobs'),
    pool: pool,
  }
}

/** Inserts due jobs, the same number for each artist, with the artists taking turns. */
async function fill(pool: pg.Pool, jobs: number, artists: number): Promise<void> {
  await pool.query(
    `insert into artists (id, name) select md5('artist ' || n)::uuid, 'Artist ' || n from generate_series(1, $1::int) as n
      on conflict do nothing`,
    [artists],
  )
  await pool.query(
    `insert into artist_research_jobs (artist_id, id, kind, purpose, state, payload, queued_at)
     select md5('artist ' || artist)::uuid, uuidv7(), 'lore_refresh', gen_random_uuid()::text, 'pending', '{"because":"bench"}',
       clock_timestamp()
     from generate_series(1, $2::int) as n, generate_series(1, $1::int) as artist order by n, artist`,
    [artists, Math.ceil(jobs / artists)],
  )
}
