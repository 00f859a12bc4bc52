import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Drops every CHECK, foreign key and unique constraint but the primary keys: a failing disk ignores them, and a writer
 * of the whole database can drop them. Findings from here on come from verify alone.
 */
export async function dropGuards(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where connamespace = current_schema()::regnamespace and contype in ('c', 'f', 'u') and conrelid <> 0
    order by contype = 'u'`.execute(db)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)} cascade`.execute(db)
  }
  const { rows: domains } = await sql<{ domain: string; name: string }>`
    select contypid::regtype::text as domain, conname as name from pg_constraint
    where connamespace = current_schema()::regnamespace and contype = 'c' and contypid <> 0`.execute(db)
  for (const { domain, name } of domains) {
    await sql`alter domain ${sql.ref(domain)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace and indisunique and not indisprimary`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.length + domains.length + indexes.length
}

/** Every column of every table, from the database's catalogue. */
export async function listColumns(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
