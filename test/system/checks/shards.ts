import { join } from 'node:path'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrate.ts'
import { placesOf } from '../../../scripts/cli/distribution.ts'
import { argued, argumentFor, inOneLine } from '../cluster/argued.ts'
import { doEverything } from '../cluster/everything.ts'
import { findShards, readColumns } from '../cluster/explained.ts'
import { looseKeysIn } from '../cluster/keys.ts'
import { applicationName, recording, statementsSent } from '../cluster/sent.ts'
import { openServer, stageOn } from '../deployment/server.ts'
import type { Check } from '../result.ts'

/** With fewer statements the service cannot have done everything. */
const statementsMin = 100

/**
 * Every statement that the service sends names the artist in each table of an artist that it touches, or ties it by
 * equality to one that does, so that a cluster distributed by artist can run it; so do all keys and references. The few
 * statements without an artist have a reason each.
 */
export const runCheck: Check = async (stage) => {
  const server = await openServer(stage, join(stage.folder, 'recorded'), recording)
  await migrate({ url: server.url, environment: 'development' })
  const own = stageOn(stage, server.url)
  const { pool, timeouts } = loadConfig({})
  const service = connect({ url: server.url, pool, timeouts, sharded: true, applicationName })
  stage.teardown(() => service.close())
  const requests = await doEverything(own, service.db, { DATABASE_SHARDED: 'true' })

  const sent = statementsSent(server.folder)
  const places = await placesOf(own.db)
  const columns = await readColumns(own.db)
  const wrong = await looseKeysIn(own.db, places)
  const needed = new Set<string>()
  let ofOneShard = 0
  for (const statement of sent) {
    const { isOneShard, loose } = await findShards(own.db, statement, places, columns)
    if (isOneShard) ofOneShard += 1
    const argument = argumentFor(statement)
    if (loose.length > 0 && argument !== undefined) needed.add(argument.begins)
    else if (loose.length > 0) wrong.push(`${loose.join(', ')} in: ${inOneLine(statement).slice(0, 1_000)}`)
  }
  const idle = argued.filter(({ begins }) => !needed.has(begins))
  for (const { begins } of idle) wrong.push(`nothing needs to be argued for: ${begins}`)
  for (const words of wrong) stage.say(words)
  return {
    holds: wrong.length === 0 && sent.length >= statementsMin,
    figure: `${requests} requests, ${sent.length} statements: ${ofOneShard} are one shard's as they stand, ${sent.length - ofOneShard - needed.size} tie further tables to the artist by equality, ${needed.size} ask all shards and are argued for; ${wrong.length} wrong, keys and references included`,
  }
}
