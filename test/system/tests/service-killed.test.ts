import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { isNightly, openEnvironment } from '../environment.ts'
import { assertNothingLost, startLoad } from '../outage/load.ts'
import { countAcknowledged } from '../outage/records.ts'
import { isDurable, joinDatabase, listServerProcesses, signal } from '../outage/servers.ts'
import { type Replicas, startReplicas } from '../service.ts'

t.setTimeout(isNightly ? 3_600_000 : 240_000)

type Death = (replicas: Replicas, server: string) => Promise<unknown>
const deaths: Record<string, Death> = {
  'the service': (replicas) => replicas.end(0, 'SIGKILL'),
  // The server alone, whose sessions notice; then the service, as a developer does who sees that nothing answers.
  'the database': (replicas, server) => {
    signal(listServerProcesses(server).slice(0, 1), 'SIGKILL')
    return replicas.end(0, 'SIGKILL')
  },
  // Everything at once, sessions and writers too, as when the machine fails.
  both: (replicas, server) => {
    const pids = listServerProcesses(server)
    const ended = replicas.end(0, 'SIGKILL')
    signal(pids, 'SIGKILL')
    return ended
  },
}

const environment = await openEnvironment(t)

t.test('what was acknowledged is stored once, whatever is killed; the same command starts it', async (t) => {
  const dataFolder = join(environment.folder, 'own')
  const replicas = await startReplicas(environment, 1, { DATA_FOLDER: dataFolder })
  const own = await joinDatabase(environment, dataFolder)
  t.ok(await isDurable(own), 'the database flushes')
  const load = await startLoad(own, replicas, { interviewers: 8, readers: 2, advancers: 1 })
  await load.waitUntil(() => load.countFinishedSittings() > 0)
  const rounds = isNightly ? 20 : 1
  let longestMs = 0
  for (let round = 0; round < rounds; round += 1)
    for (const kill of Object.values(deaths)) {
      const before = load.attempts.length
      await kill(replicas, own.server)
      const died = performance.now()
      if (replicas.getService(0).process.signalCode !== null) await replicas.start(0)
      await load.waitUntil(() => load.attempts.length > before)
      longestMs = Math.max(longestMs, performance.now() - died)
      // At another moment of the load each time.
      await after(Math.random() * 500)
    }
  // The server of the last start has a port of its own.
  const { db } = await joinDatabase(environment, dataFolder)
  await assertNothingLost(t, load, db)
  // Also so that no process writes to the folder any more when it is removed.
  t.equal(await replicas.end(0, 'SIGTERM'), 0)
  environment.report(
    'service-killed',
    `${3 * rounds} deaths of ${Object.keys(deaths).join(', ')}; served again after ${longestMs.toFixed(0)} ms at most; ${countAcknowledged(load)} acknowledged`,
  )
})
