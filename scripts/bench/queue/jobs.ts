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
 * Puts in so many due jobs, equally many of each artist, in the places that requests one after the other would have got beside a process that
 * claims: the first of each artist in the round that is being served or behind the last of his, the others a round further on each.
 */
async function fill(bare: pg.Pool, jobs: number, artists: number): Promise<void> {
  await bare.query(
    `insert into artists (id, name) select md5('artist ' || n)::uuid, 'Artist ' || n from generate_series(1, $1::int) as n
      on conflict do nothing`,
    [artists],
  )
  await bare.query(
    `with front as (
       select coalesce((select turn_at from artist_research_jobs where state = 'pending' and lease_token is null
         order by turn_at, next_run_at, id limit 1), now()) as place
     ), behind as (
       select md5('artist ' || n)::uuid as artist_id,
         (select max(turn_at) from artist_research_jobs as job
           where job.artist_id = md5('artist ' || n)::uuid and state = 'pending') as place
       from generate_series(1, $1::int) as n
     )
     insert into artist_research_jobs (artist_id, id, kind, purpose, state, payload, turn_at)
     select artist_id, gen_random_uuid(), 'lore_refresh', gen_random_uuid()::text, 'pending', '{"because":"bench"}',
       greatest(front.place, behind.place + interval '1 microsecond') + (n - 1) * interval '1 microsecond'
     from generate_series(1, $2::int) as n cross join behind cross join front`,
    [artists, Math.ceil(jobs / artists)],
  )
}
