import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { isDurable, joinDatabase } from '../outage/own-database.ts'
import { listServerProcesses, signal } from '../outage/processes.ts'
import { type Replicas, startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'
import type { SystemTest } from '../result.ts'

/**
 * The service is killed (SIGKILL) under writes, repeatedly, and so is its database, alone and together with it. It is
 * started again by the same command only; what was acknowledged must be stored, each thing once, and every chain must
 * verify.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const dataFolder = join(environment.folder, 'own')
  const replicas = await startReplicas(environment, 1, { DATA_FOLDER: dataFolder })
  const own = await joinDatabase(environment, dataFolder)
  const durable = await isDurable(own)
  const load = await startLoad(own, replicas, { interviewers: 8, readers: 2, advancers: 1 })
  await load.waitUntil(() => load.countFinishedSittings() > 0)

  const deaths = [killService, killDatabase, killBoth]
  const times = short ? deaths.length : 60
  let longestMs = 0
  for (let at = 0; at < times; at += 1) {
    const before = load.attempts.length
    await (deaths[at % deaths.length] ?? killService)(replicas, own.server)
    const died = performance.now()
    if (replicas.getService(0).process.signalCode !== null) await replicas.start(0)
    await load.waitUntil(() => load.attempts.length > before)
    longestMs = Math.max(longestMs, performance.now() - died)
    // At another moment of the load each time.
    await after(Math.random() * 500)
  }
  await load.stop()
  const differences = await findDifferences(own.db, load.saved)
  // Also so that no process writes to the folder any more when it is removed.
  const code = await replicas.end(0, 'SIGTERM')
  for (const words of [...load.wrong, ...differences].slice(0, 5)) environment.log(words)
  environment.log(summarizeOutcomes(load.outcomes))
  return {
    passed: durable && code === 0 && load.wrong.length + differences.length === 0,
    summary: `${times} deaths, of the service, of its database and of both alternately, of a database that ${durable ? 'flushes' : 'DOES NOT FLUSH'}; served again after ${longestMs.toFixed(0)} ms at most; ${countAcknowledged(load)} acknowledged, ${differences.length} lost or done twice`,
  }
}

type Death = (replicas: Replicas, server: string) => Promise<unknown>

const killService: Death = (replicas) => replicas.end(0, 'SIGKILL')

/** The server alone, whose sessions notice; then the service, as a developer does who sees that nothing answers. */
const killDatabase: Death = (replicas, server) => {
  signal(listServerProcesses(server).slice(0, 1), 'SIGKILL')
  return replicas.end(0, 'SIGKILL')
}

/** Everything at once, sessions and writers too, as when the machine fails. */
const killBoth: Death = (replicas, server) => {
  const pids = listServerProcesses(server)
  const ended = replicas.end(0, 'SIGKILL')
  signal(pids, 'SIGKILL')
  return ended
}
