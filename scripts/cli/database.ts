import { type Config, loadConfig } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { listPendingMigrations } from '#src/database/migrations/migrate.ts'
import { openDatabase } from '#src/runtime/open-database.ts'
import { host } from './host.ts'

/** An operator waits longer than a request may: a large import is one transaction. Milliseconds. */
export const operatorTimeouts = {
  lockMs: 10_000,
  statementMs: 120_000,
  queryMs: 125_000,
  idleTransactionMs: 120_000,
  transactionMs: 3_600_000,
}

/**
 * Commands take no token, so the issuer that a deployment has to name may be left out of an operator's environment. On
 * a developer's machine nothing is put in its place: the samples are made with its own tokens.
 */
export function loadOperatorConfig(): Config {
  const { SERVICE_ENVIRONMENT: environment = 'development' } = host.env
  const noIssuer = { TOKEN_ISSUER: 'none', TOKEN_AUDIENCE: 'none', TOKEN_JWKS_URL: 'https://none.invalid' }
  return loadConfig(environment === 'development' ? host.env : { ...noIssuer, ...host.env })
}

/**
 * Runs a command on the configured database. The embedded one of a developer's machine is migrated on the way; any
 * other has to be migrated by its operator first.
 * @throws Problem `not_configured` naming the migrations that are missing
 */
export async function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = loadOperatorConfig()
  const operatorConfig = { ...config, timeouts: { ...config.timeouts, ...operatorTimeouts } }
  const { database, close } = await openDatabase(operatorConfig, { applicationName: 'sittings cli' })
  try {
    const pending = await listPendingMigrations(database.db)
    if (pending.length > 0) {
      const message = `The database lacks ${pending.join(', ')}; run migrate first`
      throw new Problem('not_configured', { message })
    }
    return await work(database.db, config)
  } finally {
    await close()
  }
}
