import { join } from 'node:path'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrate.ts'
import { openServer, stageOn } from '../deployment/server.ts'
import type { TestEnvironment } from '../environment.ts'
import { doEverything } from './everything.ts'
import { applicationName, recording, statementsSent } from './sent.ts'

/** Every statement that the service sends as it does for a cluster, written down by a server of its own. */
export async function recordStatements(stage: TestEnvironment) {
  const server = await openServer(stage, join(stage.folder, 'recorded'), recording)
  await migrate({ url: server.url, environment: 'development' })
  const own = stageOn(stage, server.url)
  const { pool, timeouts } = loadConfig({})
  const service = connect({ url: server.url, pool, timeouts, sharded: true, applicationName })
  stage.teardown(() => service.close())
  const requests = await doEverything(own, service.db, { DATABASE_SHARDED: 'true' })
  return { db: own.db, requests, sent: statementsSent(server.folder) }
}
