import { flushCompileCache } from 'node:module'
import { setTimeout as after } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { type Config, ConfigError, loadConfig } from '#src/config.ts'
import { loadHttpClient } from '#src/research/providers/http/fetch-outbound.ts'
import { type OpenDatabase, openDatabase } from '#src/runtime/open-database.ts'
import { segmentText } from '#src/text/segments.ts'
import { explainFailure, isDefect } from './explain-failure.ts'
import { stopOnSignal } from './graceful-shutdown.ts'
import { createReadinessCheck } from './readiness.ts'
import { runScheduler } from './run-scheduler.ts'
import { seedSampleData } from './sample-data.ts'
import { printStartupBanner } from './startup-banner.ts'

/**
 * Connections that wait to be accepted. Beyond it the kernel drops a SYN, which the client repeats after a second: a
 * flood of connections fills Node's default of 511 in a quarter of one. Linux allows `net.core.somaxconn` of them.
 */
const unacceptedMax = 4_096

/** The first request, often a probe of a balancer that waits for this process, comes before the work of idle time. */
const idleAfterMs = 100

try {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) throw new ConfigError(argument, 'is no option: settings are environment variables')
  const config = loadConfig(process.env)
  for (const { setting, message } of config.warnings) process.stderr.write(`warning: ${setting} ${message}\n`)
  await serve(config)
} catch (error) {
  process.stderr.write(`The service did not start: ${isDefect(error) ? error.stack : explainFailure(error)}\n`)
  process.exit(1)
}

/**
 * Opens storage, then HTTP; a signal closes HTTP first, so that no request loses its storage. With `DATABASE_URL` the
 * database may be down at the start as at any time: requests get 503 and `/ready` says why.
 */
async function serve(config: Config): Promise<void> {
  const storage = await openDatabase(config)
  const isReady = createReadinessCheck(storage.database.db, config)
  const { app, address } = await listen(config, storage, isReady).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  const scheduled = config.schedulerSeconds > 0 ? runScheduler(app, config.schedulerSeconds) : Promise.resolve()
  // Before the banner announces it.
  stopOnSignal({ app, closeStorage: () => scheduled.then(storage.close), config })
  printStartupBanner(config, address)
  // In idle time: loads what the first requests would otherwise wait for, and caches it for the next start.
  void after(idleAfterMs)
    .then(loadHttpClient)
    .then(() => segmentText('', 'sentence'))
    .then(() => segmentText('', 'word'))
    .then(() => flushCompileCache())
    // What fails here is tried again by the first request, and must not end a service that is serving.
    .catch((err: unknown) => app.log.warn({ err }, 'the work of idle time failed'))
  void isReady().then((reason) => {
    if (reason !== undefined) process.stderr.write(`warning: not ready: ${reason}\n`)
  })
}

async function listen(config: Config, { database }: OpenDatabase, isReady: ReturnType<typeof createReadinessCheck>) {
  await seedSampleData(config, database)
  const resources = { db: database.db, newId: () => uuidv7() }
  const app = await buildApp(config, resources, isReady)
  const address = await app.listen({ host: config.host, port: config.port, backlog: unacceptedMax })
  return { app, address }
}
