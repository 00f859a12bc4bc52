import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { pollUntil } from '../../support/until.ts'
import { isNightly, openEnvironment } from '../environment.ts'
import { assertNothingLost, startLoad } from '../outage/load.ts'
import { openPlatform, queueCollection } from '../outage/platform.ts'
import { countAcknowledged } from '../outage/records.ts'
import { isDurable, joinDatabase, listServerProcesses, signal } from '../outage/servers.ts'
import { makeDue } from '../outage/slice-worker.ts'
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

t.test('a stop in the middle of a slice counts neither attempt nor failure, and starts nothing twice', async (t) => {
  const platform = await openPlatform(environment, { startMs: 500 })
  const replicas = await startReplicas(environment, 1, { DATABASE_URL: environment.url, ...platform.settings })
  const { artistId } = await queueCollection(environment, 'stopped')
  // The paid start is waited for; a question for its result is given up, and the caller is refused.
  for (const [slice, status] of [
    ['the start', 200],
    ['the question for its result', 503],
  ] as const) {
    await makeDue(environment, artistId)
    const advanced = replicas.send(0, 'POST', '/api/research/advance', { artistId })
    await pollUntil(() => platform.underWay() > 0)
    t.equal(await replicas.end(0, 'SIGTERM'), 0, slice)
    t.equal((await advanced).status, status)
    const [job] = await environment.db
      .selectFrom('artist_research_jobs')
      .select(['attempts', 'error_category', 'lease_token'])
      .where('artist_id', '=', artistId)
      .execute()
    t.same(job, { attempts: 0, error_category: null, lease_token: null })
    await replicas.start(0)
  }
  t.same(platform.starts, ['stopped'])
})

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
