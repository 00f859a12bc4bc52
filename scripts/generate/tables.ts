import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, getDialect } from 'kysely-codegen'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
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
      typeMapping: { int8: 'number', date: 'string', timestamp: 'string', json: 'JsonColumn', jsonb: 'JsonColumn' },
      customImports: { JsonColumn: './json.ts' },
      typeOnlyImports: true,
    })
  } finally {
    await close()
  }
}
