import { v7 as uuidv7 } from 'uuid'
import { announce } from './announce.ts'
import { buildApp } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { type OpenDatabase, openDatabase } from './database/open.ts'
import { prepareDeveloperMachine } from './developer-machine.ts'
import { refuseOldNode } from './node-version.ts'
import { readinessOf } from './readiness.ts'
import { refusalToStart } from './refusal-to-start.ts'

refuseOldNode()
try {
  const config = loadConfig(process.env)
  for (const warning of config.warnings) process.stderr.write(`warning: ${warning}\n`)
  await serve(config)
} catch (error) {
  process.stderr.write(`The service did not start: ${refusalToStart(error)}\n`)
  process.exit(1)
}

/**
 * Opens storage, then HTTP; on a signal closes HTTP first, so that no request finds its storage gone. A database of `DATABASE_URL` may be
 * away when the service starts, as it may later: requests are answered 503, and `/ready` says why, until it is there.
 */
async function serve(config: Config): Promise<void> {
  let report = (event: string): void => {
    process.stderr.write(`${event}\n`)
  }
  const storage = await openDatabase(config, { mayBeAway: true, onEvent: (event) => report(event) })
  const isReady = readinessOf(storage.database.db)
  const { app, address } = await listen(config, storage, isReady).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  report = (event) => app.log.warn(event)
  announce(config, address)
  void isReady().then((reason) => {
    if (reason !== undefined) process.stderr.write(`warning: not ready: ${reason}\n`)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const late = setTimeout(() => process.exit(1), config.timeouts.closeMs).unref()
      void app
        .close()
        .then(() => storage.close())
        .then(() => clearTimeout(late))
    })
  }
}

async function listen(config: Config, { database }: OpenDatabase, isReady: ReturnType<typeof readinessOf>) {
  await prepareDeveloperMachine(config, database)
  const app = await buildApp(config, { db: database.db, newId: () => uuidv7() }, isReady, database.pool)
  const address = await app.listen({ host: config.host, port: config.port })
  return { app, address }
}
