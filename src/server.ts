import { v7 as uuidv7 } from 'uuid'
import { announce } from './announce.ts'
import { buildApp } from './app.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import { prepareDeveloperMachine } from './developer-machine.ts'
import { refuseOldNode } from './node-version.ts'
import { readinessOf } from './readiness.ts'

refuseOldNode()
const config = readConfig()
for (const warning of config.warnings) process.stderr.write(`warning: ${warning}\n`)
await serve(config)

/** Opens storage, then HTTP; on a signal closes HTTP first, so that no request finds its storage gone. */
async function serve(config: Config): Promise<void> {
  let report = (event: string): void => {
    process.stderr.write(`${event}\n`)
  }
  const storage = await openDatabase(config, { onEvent: (event) => report(event) })
  await prepareDeveloperMachine(config, storage.database)
  const resources = { db: storage.database.db, newId: () => uuidv7() }
  const app = await buildApp(config, resources, readinessOf(storage.database.db))
  report = (event) => app.log.warn(event)
  const address = await app.listen({ host: config.host, port: config.port })
  announce(config, address)
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

function readConfig(): Config {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
