import { flushCompileCache } from 'node:module'
import { buildApp } from '#src/app.ts'
import { type Config, loadConfig } from '#src/config.ts'
import { compileSchemas } from '#src/contract/validators.ts'
import { type OpenDatabase, openDatabase } from '#src/database/open.ts'
import type { SlowQuery } from '#src/database/slow-query.ts'
import { readRules } from '#src/http/fault-injection/rules.ts'
import { logOfRequest } from '#src/observability/logger.ts'
import { stopOnSignal } from './graceful-shutdown.ts'
import { readinessOf } from './readiness.ts'
import { prepareDeveloperMachine } from './sample-data/developer-machine.ts'
import { holdSampleSitting } from './sample-data/replay-examples.ts'
import { announce } from './startup-banner.ts'
import { refusalToStart } from './startup-error.ts'
import { newId } from './uuid.ts'

try {
  const config = loadConfig(await environment())
  for (const { setting, says } of config.warnings) process.stderr.write(`warning: ${setting} ${says}\n`)
  // Before anything is opened: a rule that no operation can follow ends the start.
  if (config.chaos !== undefined) readRules(config.chaos.rules)
  await serve(config)
} catch (error) {
  process.stderr.write(`The service did not start: ${refusalToStart(error)}\n`)
  process.exit(1)
}

/** Arguments are for a developer's machine: what reads them is loaded where there are any. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const given = process.argv.slice(2)
  if (given.length === 0) return process.env
  const { environmentOf } = await import('./cli-options.ts')
  return environmentOf(given, process.env)
}

/**
 * Opens storage, then HTTP; on a signal closes HTTP first, so that no request finds its storage gone. A database of `DATABASE_URL` may be
 * away when the service starts, as it may later: requests are answered 503, and `/ready` says why, until it is there.
 */
async function serve(config: Config): Promise<void> {
  let report = (event: string): void => {
    process.stderr.write(`${event}\n`)
  }
  let tellSlow = (_query: SlowQuery): void => {}
  const storage = await openDatabase(config, {
    mayBeAway: true,
    onEvent: (event) => report(event),
    onSlowQuery: (query) => tellSlow(query),
  })
  const isReady = readinessOf(storage.database.db)
  const { app, address } = await listen(config, storage, isReady).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  // Before anybody knows that it is there.
  stopOnSignal({ app, closeStorage: storage.close, config })
  report = (event) => app.log.warn(event)
  tellSlow = (query) => (logOfRequest.getStore() ?? app.log).warn(query, 'a slow statement')
  announce(config, address)
  // While nobody waits for them: what the first requests would otherwise compile, and the next start.
  void compileSchemas().then(flushCompileCache)
  void isReady().then((reason) => {
    if (reason !== undefined) process.stderr.write(`warning: not ready: ${reason}\n`)
  })
}

async function listen(config: Config, { database, standby }: OpenDatabase, isReady: ReturnType<typeof readinessOf>) {
  await prepareDeveloperMachine(config, database)
  await holdSampleSitting(config, database.db).catch(({ message }: Error) => {
    process.stderr.write(`warning: the samples are without their sitting: ${message}\n`)
  })
  const resources = { db: database.db, newId, ...(standby !== undefined && { standby }) }
  const app = await buildApp(config, resources, isReady, database.pool)
  const address = await app.listen({ host: config.host, port: config.port })
  return { app, address }
}
