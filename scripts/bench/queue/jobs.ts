import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { claimJob } from '#src/queue/claim.ts'
import { completing, endingOf } from '#src/queue/finish.ts'
import type { Stage } from '../stage.ts'

/** What claims and finishes at once, in each contestant. */
export const workers = 4

/** The service's own queue over one database, with a connection for each worker. */
export type Jobs = ReturnType<typeof openJobs>

export function openJobs(stage: Pick<Stage, 'teardown' | 'pool'>, url: string) {
  const { timeouts } = loadConfig({})
  const pool = { max: workers, waitMs: 60_000 }
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'sittings bench' })
  stage.teardown(close)
  const bare = stage.pool(1, url)

  /** Claims the first due job and writes the end of it, as a slice that found little to do. */
  async function workOff(): Promise<void> {
    const job = await claimJob(db, { leaseToken: uuidv7() })
    if (job === undefined) throw new Error('The line of jobs has run dry; the figure would be of empty claims')
    const ending = await endingOf(completing(db, job, { steps: 1, result: { pages: 1 } }))
    if (ending !== 'done') throw new Error(`A job that was finished ${ending}`)
  }

  return {
    workOff,
    empty: () => bare.query('truncate artist_research_jobs'),
    fill: (jobs: number, artists: number) => fill(bare, jobs, artists),
    /** What autovacuum would have done by the time that so many jobs had come one by one. */
    settle: () => bare.query('vacuum (analyze) artist_research_jobs'),
    pool: bare,
  }
}

/**
 * Puts in so many due jobs, equally many of each artist, in the places that requests one after the other would have got: the first of
 * each artist in the line, the others behind it, each ten minutes further on.
 */
async function fill(bare: pg.Pool, jobs: number, artists: number): Promise<void> {
  await bare.query(
    `insert into artists (id, name) select md5('artist ' || n)::uuid, 'Artist ' || n from generate_series(1, $1::int) as n
      on conflict do nothing`,
    [artists],
  )
  await bare.query(
    `with behind as (
       select md5('artist ' || n)::uuid as artist_id,
         (select max(turn_at) from artist_research_jobs as job
           where job.artist_id = md5('artist ' || n)::uuid and state = 'pending') as turn_at
       from generate_series(1, $1::int) as n
     )
     insert into artist_research_jobs (artist_id, id, kind, purpose, state, payload, turn_at)
     select artist_id, gen_random_uuid(), 'lore_refresh', gen_random_uuid()::text, 'pending', '{"because":"bench"}',
       greatest(now(), coalesce(turn_at + interval '10 minutes', now())) + (n - 1) * interval '10 minutes'
     from generate_series(1, $2::int) as n cross join behind`,
    [artists, Math.ceil(jobs / artists)],
  )
}
