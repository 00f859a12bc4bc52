import { join } from 'node:path'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { createEnvironmentOn, openServer } from '../deployment/server.ts'
import type { TestEnvironment } from '../environment.ts'
import { runOperatorCommands } from './operator-commands.ts'
import { applicationNames, readStatementsSent, recording } from './statement-log.ts'
import { useEverything } from './use-everything.ts'

/**
 * Every statement that the service sends as it does for a cluster, and those of the command line, written down by a
 * server of its own.
 */
export async function recordStatements(environment: TestEnvironment) {
  const server = await openServer(environment, join(environment.folder, 'recorded'), recording)
  await migrate({ url: server.url, environment: 'development' })
  const own = createEnvironmentOn(environment, server.url)
  const { pool, timeouts } = loadConfig({})
  const service = connect({ url: server.url, pool, timeouts, sharded: true, applicationName: applicationNames.service })
  environment.teardown(() => service.close())
  const requests = await useEverything(own, service.db, { DATABASE_SHARDED: 'true' })
  const commands = await runOperatorCommands(environment, server.url)
  const sent = readStatementsSent(server.folder, applicationNames.service)
  // Many are of all artists, and may take a task for each shard.
  const operators = readStatementsSent(server.folder, applicationNames.commandLine).filter((one) => !sent.includes(one))
  return { db: own.db, requests, commands, sent, operators }
}
