import { type Kysely, sql } from 'kysely'
import type { DB } from './tables.gen.ts'

/** Workers of the cluster that the coordinator knows, and how many of them answer it. */
export type Workers = { known: number; answering: number }

/** Queries each worker through the coordinator. Rejects where one takes longer than a statement may. */
export async function countWorkers(db: Kysely<DB>): Promise<Workers> {
  const { rows } = await sql<Workers>`
    select count(*)::int as known, (count(*) filter (where success))::int as answering
    from run_command_on_workers('select 1')`.execute(db)
  return rows[0] ?? { known: 0, answering: 0 }
}

/** Whether tables of the database are distributed over a cluster. */
export async function isDistributed(db: Kysely<DB>): Promise<boolean> {
  const { rows: known } = await sql<{ is: boolean }>`select to_regclass('pg_dist_partition') is not null as is`.execute(
    db,
  )
  if (known[0]?.is !== true) return false
  return (await sql`select from pg_dist_partition limit 1`.execute(db)).rows.length > 0
}
