import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** Columns with future instants, and for how many seconds at most: leases, pauses, queue positions. */
const aheadSeconds: Readonly<Record<string, number>> = {
  'artist_research_jobs.leased_until': 60,
  'artist_research_jobs.next_run_at': 60,
  'artist_research_jobs.queued_at': 60,
}

export const readDatabaseNow = async (db: Kysely<DB>): Promise<string> => {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  return rows[0]?.now ?? ''
}

/**
 * Checks every instant of every table: those outside of `from` and the present by the database's clock, in words, and
 * how many columns have any. The list of columns is the schema's own, so none is forgotten.
 */
export async function findStrayInstants(db: Kysely<DB>, from: string): Promise<{ stray: string[]; columns: number }> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns as c
    join information_schema.tables as t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'timestamp with time zone' and t.table_type = 'BASE TABLE'
      and c.table_name <> 'schema_migrations'
    order by 1, 2`.execute(db)
  const stray: string[] = []
  let columns = 0
  for (const { table, column } of rows) {
    const name = `${table}.${column}`
    const found = await sql<{ all: number; out: number; first: Date; last: Date }>`
      select count(${sql.ref(column)}) as all, min(${sql.ref(column)}) as first, max(${sql.ref(column)}) as last,
        count(*) filter (where ${sql.ref(column)} < ${from}::timestamptz
          or ${sql.ref(column)} > clock_timestamp() + ${aheadSeconds[name] ?? 0} * interval '1 second') as out
      from ${sql.table(table)}`.execute(db)
    const [{ all, out, first, last } = { all: 0, out: 0, first: undefined, last: undefined }] = found.rows
    if (all > 0) columns += 1
    if (out > 0) stray.push(`${out} of ${all} in ${name}, from ${first?.toISOString()} to ${last?.toISOString()}`)
  }
  return { stray, columns }
}
