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

/** Row types and columns of a database that has just been made from the migrations alone. */
export async function renderTableFiles(): Promise<GeneratedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-tables-'))
  const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
  try {
    await migrate({ url: server.url, environment: 'development' })
    const { pool, timeouts } = loadConfig({})
    const { db, close } = connect({ url: server.url, pool, timeouts, applicationName: 'sittings generate' })
    try {
      return [
        { path: 'src/database/tables.gen.ts', content: await renderRowTypes(db) },
        { path: 'src/database/columns.gen.ts', content: await renderColumns(db) },
      ]
    } finally {
      await close()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** They follow src/database/types.ts, which decides what the driver returns. */
const renderRowTypes = async (db: Kysely<DB>): Promise<string> =>
  await generate({
    db,
    dialect: getDialect('postgres'),
    outFile: null,
    // The migrations' own ledger; nothing else may touch it.
    excludePattern: 'schema_*',
    overrides: { columns: { ...(await listClosedColumns(db)), ...narrowColumns } },
    typeMapping: { int8: 'number', date: 'string', timestamp: 'string', json: 'JsonColumn', jsonb: 'JsonColumn' },
    customImports: {
      JsonColumn: './json.ts',
      ResearchErrorCategory: '#src/contract/types.gen.ts',
      HashedReference: '#src/text/revisions.ts',
      HashedCitation: '#src/text/revisions.ts',
    },
    typeOnlyImports: true,
  })

/** The columns of the same tables as values, each with its type, for a domain the base type. */
async function renderColumns(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ table: string; columns: object }>`
    select c.relname as "table", json_object_agg(a.attname, json_build_object(
      'type', coalesce(base.typname, t.typname), 'isNullable', not a.attnotnull, 'isKey', a.attnum = any(i.indkey))
      order by a.attnum) as columns
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type base on base.oid = t.typbasetype
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema\\_%'
    group by c.oid order by 1`.execute(db)
  const tables = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
  const made = '// Made by `npm run generate` from the migrations. Do not edit.'
  return `${made}\n\nexport const tableColumns = ${JSON.stringify(tables, null, 2)} as const\n`
}

/** Columns whose values are of fewer forms than a CHECK says. */
const narrowColumns = {
  'artist_research_jobs.error_category': 'ResearchErrorCategory | null',
  'interview_entries.citations': 'Generated<JsonColumn<HashedReference[]>>',
  'lore_versions.citations': 'JsonColumn<HashedCitation[]>',
}

/** The columns of which a CHECK, their own or that of their domain, lists the values: those are their types. */
async function listClosedColumns(db: Kysely<DB>): Promise<Record<string, string>> {
  const { rows } = await sql<{ column: string; rule: string; isNullable: boolean; hasDefault: boolean }>`
    select c.relname || '.' || a.attname as "column", pg_get_constraintdef(k.oid) as rule,
      not a.attnotnull as "isNullable", a.atthasdef as "hasDefault"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    join pg_constraint k on k.contypid = a.atttypid or k.conrelid = c.oid and k.conkey = array[a.attnum]
    where c.relnamespace = 'public'::regnamespace and k.contype = 'c'`.execute(db)
  const closed = rows.flatMap(({ column, rule, isNullable, hasDefault }) => {
    const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(rule) ?? []
    if (list === undefined) return []
    const values = [...list.matchAll(/'(\w+)'/g)].map(([, value]) => `"${value}"`)
    const type = [...values, ...(isNullable ? ['null'] : [])].join(' | ')
    return [[column, hasDefault ? `Generated<${type}>` : type] as const]
  })
  return Object.fromEntries(closed)
}
