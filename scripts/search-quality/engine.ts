import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'

/** A window in an engine's result. */
export type FoundWindow = { file: string; start: number; end: number }

/** Returns at most `limit` windows for a query, best first and without overlap. */
export type Engine = { name: string; find(query: string, limit: number): Promise<FoundWindow[]> }

export type SearchContext = { db: Kysely<DB> }

/** A migrated database of this run alone. */
export async function withTemporaryDatabase(work: (context: SearchContext) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-search-'))
  const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
  try {
    await migrate({ url: server.url, environment: 'development' })
    const { pool, timeouts } = loadConfig({})
    const { db, close } = connect({ url: server.url, pool, timeouts, applicationName: 'sittings search quality' })
    try {
      await work({ db })
    } finally {
      await close()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
