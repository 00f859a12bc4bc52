import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** A way in which a job cannot be queued, and the service's code for it. */
export type Breakage = { how: string; status: 500 | 503; break: string[] }

const buildRaisingTrigger = (
  function_: string,
) => `create function broken() returns trigger language plpgsql as $$ begin
  ${function_}; return new; end $$`
const atOnce =
  'create trigger broken before insert or update on artist_research_jobs for each row execute function broken()'
const atCommit = `create constraint trigger broken after insert or update on artist_research_jobs
  deferrable initially deferred for each row execute function broken()`
const diskFull = `raise exception 'no space left' using errcode = '53100'`

export const breakages: readonly Breakage[] = [
  {
    how: 'the row breaks a constraint',
    status: 500,
    break: ['alter table artist_research_jobs add constraint broken check (false) not valid'],
  },
  { how: 'the disk is full', status: 503, break: [buildRaisingTrigger(diskFull), atOnce] },
  { how: 'the commit fails', status: 503, break: [buildRaisingTrigger(diskFull), atCommit] },
  {
    how: 'the session ends',
    status: 503,
    break: [buildRaisingTrigger('perform pg_terminate_backend(pg_backend_pid())'), atOnce],
  },
]

/** Half of the attempts fail, at the row or at the commit. */
export const everySecond: Breakage = {
  how: 'every second time, by chance',
  status: 503,
  break: [buildRaisingTrigger(`if random() < 0.5 then ${diskFull}; end if`), atCommit],
}

export async function withBreakage<T>(
  db: Kysely<DB>,
  { break: statements }: Breakage,
  work: () => Promise<T>,
): Promise<T> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  try {
    return await work()
  } finally {
    // A constraint trigger is dropped with its function, and is a constraint of that name until then.
    await sql`drop function if exists broken cascade`.execute(db)
    await sql`alter table artist_research_jobs drop constraint if exists broken`.execute(db)
  }
}
