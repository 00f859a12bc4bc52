import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { generate, getDialect } from 'kysely-codegen'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import type { GeneratedFile } from './files.ts'

/**
 * Row types and the schema of a database that has just been made from the migrations alone. Types follow
 * src/database/types.ts, which decides what the driver returns.
 */
export async function renderTableFiles(): Promise<GeneratedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-tables-'))
  const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
  try {
    await migrate({ url: server.url, environment: 'development' })
    return await renderDatabase(server.url)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function renderDatabase(url: string): Promise<GeneratedFile[]> {
  const { pool, timeouts } = loadConfig({})
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'sittings generate' })
  try {
    const text = await generate({
      db,
      dialect: getDialect('postgres'),
      outFile: null,
      // The migrations' own ledger; nothing else may touch it.
      excludePattern: 'schema_*',
      typeMapping: { int8: 'number', date: 'string', timestamp: 'string', json: 'JsonColumn', jsonb: 'JsonColumn' },
      customImports: { JsonColumn: './json.ts' },
      typeOnlyImports: true,
    })
    return [
      { path: 'src/database/tables.gen.ts', content: text },
      { path: 'src/database/schema.gen.sql', content: await renderSchema(db) },
    ]
  } finally {
    await close()
  }
}

/**
 * The text of src/database/schema.gen.sql: the schema that all migrations together make, dumped by PostgreSQL, for a
 * reader who wants the tables and not their history. Nothing runs it.
 */
export async function renderSchema(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    with tables as (
      select oid, relname as name, relpersistence, reloptions from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'schema\\_%'
    ), members as (
      select attrelid as oid, attnum as place, format('  %s %s%s%s', attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' end, ' default ' || pg_get_expr(adbin, adrelid)) as text
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      select conrelid, 10000 + row_number() over (order by position(contype in 'pufc'), conname),
        format('  constraint %s %s', conname, pg_get_constraintdef(oid))
      from pg_constraint where contype in ('p', 'u', 'f', 'c')
    ), indexes as (
      select indrelid as oid,
        string_agg(pg_get_indexdef(indexrelid) || ';', e'\n' order by indexrelid::regclass::text) as text
      from pg_index
      where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      group by indrelid
    )
    select format('create domain %s as %s %s;', t.oid::regtype, format_type(typbasetype, t.typtypmod),
        pg_get_constraintdef(c.oid)) as text,
      1 as kind, typname as name
    from pg_type as t join pg_constraint as c on contypid = t.oid and contype = 'c'
    where typnamespace = current_schema()::regnamespace
    union all
    select pg_get_functiondef(oid) || ';', 2, proname from pg_proc where pronamespace = current_schema()::regnamespace
    union all
    select format(e'create %stable %s (\n%s\n)%s;%s', case when relpersistence = 'u' then 'unlogged ' end, name,
      (select string_agg(m.text, e',\n' order by place) from members as m where m.oid = t.oid),
      ' with (' || array_to_string(reloptions, ', ') || ')', coalesce(e'\n' || i.text, '')), 3, name
    from tables as t left join indexes as i on i.oid = t.oid
    order by kind, name`.execute(db)
  const head =
    '-- Made by `npm run generate` out of migrations/, which give the reason of each rule. Nothing runs this file.'
  return `${[head, ...rows.map(({ text }) => text.replaceAll('public.', '').trimEnd())].join('\n\n')}\n`
}
