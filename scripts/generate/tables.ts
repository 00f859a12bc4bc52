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
 * Row types of a database that has just been made from the migrations alone. They follow src/database/types.ts, which
 * decides what the driver returns.
 */
export async function renderTableFiles(): Promise<GeneratedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-tables-'))
  const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
  try {
    await migrate({ url: server.url, environment: 'development' })
    return [{ path: 'src/database/tables.gen.ts', content: await renderRowTypes(server.url) }]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function renderRowTypes(url: string): Promise<string> {
  const { pool, timeouts } = loadConfig({})
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'sittings generate' })
  try {
    return await generate({
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
  } finally {
    await close()
  }
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
