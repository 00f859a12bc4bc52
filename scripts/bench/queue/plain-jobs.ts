import { randomUUID } from 'node:crypto'
import type pg from 'pg'

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
 * The floor: a table of jobs with a lease token, worked off by SKIP LOCKED. It knows no artists, fairness, pauses or
 * requests. With `hint` each claim begins where the last one of this process was.
 */
export async function openPlainJobs(pool: pg.Pool, { hint }: { hint: boolean }) {
  await pool.query(schema)
  let low = '0'
  return {
    finishNext: async () => {
      const token = randomUUID()
      const { rows } = await pool.query<{ id: string }>({ ...claim, values: [token, hint ? low : '0'] })
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
