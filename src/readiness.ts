import type { Kysely } from 'kysely'
import { MigrationRefused, pendingMigrations } from './database/migrate.ts'
import type { DB } from './database/tables.gen.ts'

/** Why the service is not ready: storage does not answer, or migrations are missing; undefined once it can do its work. */
export function readinessOf(db: Kysely<DB>): () => Promise<string | undefined> {
  return async () => {
    try {
      const pending = await pendingMigrations(db)
      return pending.length === 0 ? undefined : `Migrations are not applied: ${pending.join(', ')}`
    } catch (error) {
      return error instanceof MigrationRefused ? error.message : 'Storage does not answer'
    }
  }
}
