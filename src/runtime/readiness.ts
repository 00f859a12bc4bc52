import { type Kysely, sql } from 'kysely'
import { MigrationRefused, pendingMigrations } from '#src/database/migrate.ts'
import { UnfitSession } from '#src/database/requirements.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { noteSchema } from '#src/database/violations.ts'

/**
 * Why the service is not ready: storage does not answer, does not fit, takes no writes, or lacks migrations; undefined
 * once it can do its work. Asked anew each time, so the service becomes ready by itself. Never rejects.
 */
export function createReadinessCheck(db: Kysely<DB>): () => Promise<string | undefined> {
  return async () => {
    try {
      const pending = await pendingMigrations(db)
      noteSchema({ isMigrated: pending.length === 0 })
      if (pending.length > 0) return `Migrations are not applied: ${pending.join(', ')}`
      await askForWriting(db)
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof MigrationRefused) return error.message
  if (error instanceof UnfitSession) return error.reason
  const { code } = error as { code?: unknown }
  if (code === '25006') return 'Storage takes no writes'
  if (code === '53300') return 'Storage has no connection left for this process (53300)'
  return `Storage does not answer${inBrackets(code)}`
}

/**
 * Takes nothing, and is refused where nothing can be written: by a standby, as a failover may leave behind this
 * address.
 */
const askForWriting = (db: Kysely<DB>) => sql`select from artists where false for update`.execute(db)

/** SQLSTATE or the system's name of the failure: tells the operator where to look, and nobody anything else. */
function inBrackets(code: unknown): string {
  return typeof code === 'string' && /^[A-Z0-9_]{5,20}$/.test(code) ? ` (${code})` : ''
}
