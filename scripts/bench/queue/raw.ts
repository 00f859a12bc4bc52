import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/*
 * The floor: a table of jobs and nothing else, claimed by SKIP LOCKED. It has a lease token, so that the claimed job is
 * finished, and each worker remembers its position; there are no artists, rotation, pauses or requests.
 */

const schema = `create table if not exists raw_jobs (
    id bigint generated always as identity primary key,
    state text not null default 'pending',
    payload jsonb not null default '{"because":"bench"}',
    lease_token uuid,
    leased_until timestamptz,
    result jsonb,
    finished_at timestamptz
  ) with (fillfactor = 70);
  create index if not exists raw_jobs_line on raw_jobs (id) where state = 'pending'`

const claim = {
  name: 'claim',
  text: `update raw_jobs set lease_token = $1, leased_until = now() + interval '1 minute'
    where id = (
      select id from raw_jobs where state = 'pending' and id >= $2 and (leased_until is null or leased_until <= now())
      order by id limit 1 for update skip locked
    ) returning id, payload`,
}

const finish = {
  name: 'finish',
  text: `update raw_jobs set state = 'done', result = $3, finished_at = now(), lease_token = null, leased_until = null
    where id = $1 and lease_token = $2 and leased_until > now()`,
}

/**
 * The floor over a pool with a connection for each worker; with `hint` each claim begins where the last one of this
 * process was.
 */
export async function openRawJobs(pool: pg.Pool, { hint }: { hint: boolean }) {
  await pool.query(schema)
  let low = '0'
  return {
    workOff: async () => {
      const token = randomUUID()
      const { rows } = await pool.query<{ id: string }>({ ...claim, values: [token, hint ? low : '0'] })
      const [job] = rows
      if (job === undefined) throw new Error('The raw line has run dry')
      low = job.id
      const { rowCount } = await pool.query({ ...finish, values: [job.id, token, '{"pages":1}'] })
      if (rowCount !== 1) throw new Error('A raw job was not finished')
    },
    fill: async (jobs: number) => {
      await pool.query('truncate raw_jobs restart identity')
      low = '0'
      await pool.query('insert into raw_jobs (state) select $1 from generate_series(1, $2::int)', ['pending', jobs])
      await pool.query('vacuum (analyze) raw_jobs')
    },
  }
}
