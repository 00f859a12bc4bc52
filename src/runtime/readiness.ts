import { type Kysely, sql } from 'kysely'
import { MigrationError } from '#src/database/migrations/files.ts'
import { listPendingMigrations } from '#src/database/migrations/migrate.ts'
import { UnsupportedSessionError } from '#src/database/session-requirements.ts'
import { sqlState } from '#src/database/sqlstates.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { recordSchemaState } from '#src/database/violations.ts'

/**
 * Why the service is not ready: storage does not respond, is unsupported, read-only, lacks migrations or is distributed
 * without the setting; undefined when ready. Checked each time, so the service becomes ready by itself. Never rejects.
 */
export function createReadinessCheck(db: Kysely<DB>, { sharded = false } = {}): () => Promise<string | undefined> {
  return async () => {
    try {
      const pending = await listPendingMigrations(db)
      recordSchemaState({ isMigrated: pending.length === 0 })
      if (pending.length > 0) return `Migrations are not applied: ${pending.join(', ')}`
      await checkWritable(db)
      if (!sharded && (await isDistributed(db))) return 'Storage is a distributed database: set DATABASE_SHARDED=true'
      return undefined
    } catch (error) {
      return formatReason(error)
    }
  }
}

function formatReason(error: unknown): string {
  if (error instanceof MigrationError) return error.message
  if (error instanceof UnsupportedSessionError) return error.reason
  const { code } = error as { code?: unknown }
  if (code === sqlState.readOnlySqlTransaction) return 'Storage takes no writes'
  if (code === sqlState.tooManyConnections) return 'Storage has no connection left for this process (53300)'
  return `Storage does not answer${formatCode(code)}`
}

/** Locks no row, and fails on a read-only standby, which a failover may leave behind this address. */
const checkWritable = (db: Kysely<DB>) => sql`select from artists where false for update`.execute(db)

/** Whether tables of the database are distributed over a cluster. */
async function isDistributed(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('pg_dist_partition') is not null as is`.execute(db)
  return rows[0]?.is === true && (await sql`select from pg_dist_partition limit 1`.execute(db)).rows.length > 0
}

/** SQLSTATE or system error code: enough for the operator, and reveals nothing. */
function formatCode(code: unknown): string {
  return typeof code === 'string' && /^[A-Z0-9_]{5,20}$/.test(code) ? ` (${code})` : ''
}
