import { fileURLToPath } from 'node:url'
import { type Kysely, sql, type Transaction } from 'kysely'
import { findErasure } from '#src/admin/erasures.ts'
import { importRecords } from '#src/admin/import/import.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { type Config, ConfigError } from '#src/config.ts'
import type { ConnectedDatabase } from '#src/database/connect.ts'
import { sqlState } from '#src/database/sqlstates.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'

/**
 * The first artist is the export of a service in which the contract's examples were sent, so that their identifiers
 * exist. After a migration that changes its tables: start the service on a data folder with the samples, and export.
 */
const file = fileURLToPath(new URL('../../scripts/samples/development.jsonl', import.meta.url))

/** Seeds an unconfigured development environment once, so that experiments persist: also that of an erasure. */
export async function seedSampleData({ hasSampleData }: Config, { db }: ConnectedDatabase): Promise<void> {
  if (!hasSampleData) return
  const { artistId } = sampleIdentities
  const present = await db.selectFrom('artists').select('id').where('id', '=', artistId).executeTakeFirst()
  if (present !== undefined || (await findErasure(db, artistId)) !== undefined) return
  await importRecords(db, file, { allowAdmin: true })
}

/** @throws ConfigError naming the first setting by which a deployment is no developer's machine with the sample data */
export function assertResettable({ environment, databaseUrl, hasSampleData }: Config): void {
  if (hasSampleData) return
  const [setting, value] =
    environment !== 'development'
      ? ['SERVICE_ENVIRONMENT', `is ${environment}`]
      : [databaseUrl !== undefined ? 'DATABASE_URL' : 'TOKEN_JWKS_URL', 'is set']
  throw new ConfigError(setting, `${value}: only a developer's machine with the sample data is emptied`)
}

/**
 * Empties the database and seeds it again in one transaction; concurrent requests wait for it. The local token key
 * stays, so tokens of sample users remain valid.
 * @throws ConfigError as `assertResettable`
 */
export async function resetSampleData(config: Config, db: Kysely<DB>): Promise<void> {
  assertResettable(config)
  const reset = () =>
    transact(db, async (trx) => {
      await emptyTables(trx)
      await importRecords(trx, file, { allowAdmin: true })
    })
  for (let tries = 1; ; tries += 1) {
    try {
      return await reset()
    } catch (error) {
      if (tries === triesMax || !isDeadlock(error)) throw error
    }
  }
}

/** Requests hold some of the tables that TRUNCATE waits for: PostgreSQL may end the reset for theirs, undone. */
const triesMax = 10

/** Of a statement, or of the import, which gives its error as a cause. */
const isDeadlock = (error: unknown): boolean =>
  [error, (error as Error).cause].some(
    (one) => (one as { code?: string } | undefined)?.code === sqlState.deadlockDetected,
  )

/** Tables whose rows come from migrations. */
const madeByMigrations = ['schema_migrations', 'question_quota_slots']

/** One TRUNCATE for all, because of their foreign keys. */
async function emptyTables(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> all(${madeByMigrations}) order by tablename`.execute(trx)
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(trx)
  await trx.updateTable('question_quota_slots').set({ taken_at: null }).execute()
}
