import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** A digest of every row of an artist in every table: equal before and after requests that must change nothing. */
export async function computeFingerprint(db: Kysely<DB>, artistId: string): Promise<string> {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    select c.table_name as name, c.column_name as key from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name = 'artist_id' or (c.table_name = 'artists' and c.column_name = 'id'))`.execute(db)
  const lines = tables.map(
    ({ name, key }) =>
      sql`select ${sql.lit(name)} || row_to_json(r)::text as line from ${sql.table(name)} r where ${sql.ref(key)} = ${artistId}`,
  )
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(line, ',' order by line)) as digest
    from (${sql.join(lines, sql` union all `)}) as lines`.execute(db)
  return rows[0]?.digest ?? ''
}
