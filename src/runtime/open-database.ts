import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import { type ConnectedDatabase, connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start.ts'

export type OpenDatabase = {
  database: ConnectedDatabase
  url: string
  /** Closes the pools, and stops the embedded server if it is ours. Safe to call twice. */
  close(): Promise<void>
}

type Options = {
  applicationName?: string
  migrateFirst?: boolean
}

/**
 * The configured database: `DATABASE_URL`, or the embedded server where there is none. The embedded server of a
 * developer's machine is migrated here; staging and production are migrated by the operator alone, and the service
 * reports that it is not ready until then.
 * @param migrateFirst false for the command that migrates and reports what it did
 * @throws EmbeddedError naming the cause; a database of `DATABASE_URL` is not asked for anything yet, and may be away
 */
export async function openDatabase(
  config: Config,
  { applicationName = 'sittings', migrateFirst = true }: Options = {},
): Promise<OpenDatabase> {
  const { environment, databaseUrl, pool, timeouts, sharded } = config
  // Beside the other things of the data folder, such as the local token key.
  const folder = join(config.dataFolder, 'postgres')
  const server = databaseUrl === undefined ? await startEmbeddedPostgres({ folder }) : undefined
  const url = server?.url ?? databaseUrl ?? ''
  const database = connect({ url, pool, timeouts, sharded, applicationName })
  const close = async () => {
    await database.close()
    await server?.stop()
  }
  try {
    if (server !== undefined && migrateFirst) await migrate({ url, environment })
    return { database, url, close }
  } catch (error) {
    await close()
    throw error
  }
}
