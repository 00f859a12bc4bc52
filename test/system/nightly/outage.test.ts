import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { openEnvironment, type TestEnvironment } from '../environment.ts'
import { summarizeOutcomes } from '../outage/interviewer.ts'
import { assertNothingLost, assertOnlyRefused, type Load, startLoad } from '../outage/load.ts'
import { type DatabaseProxy, openProxy } from '../outage/proxy.ts'
import { countAcknowledged } from '../outage/records.ts'
import { listServerProcesses, signal } from '../outage/servers.ts'
import { startReplicas } from '../service.ts'

/**
 * Milliseconds beyond the service's own deadlines, for a machine of two cores that five hundred callers share with the
 * service.
 */
const slackMs = 1_500
const recoveredWithinMs = 3_000

t.setTimeout(3_600_000)

t.test('an unresponsive database is 503 within the deadlines, and then everything is as before', async (t) => {
  const environment = await openEnvironment(t)
  const proxy = await openProxy(environment, environment.url)
  const settings = { DATABASE_URL: proxy.url }
  const { pool, timeouts } = loadConfig(settings)
  const replicas = await startReplicas(environment, 1, settings)
  const clients = { interviewers: 30, readers: 460, advancers: 10 }
  const load = await startLoad(environment, replicas, { ...clients, readEveryMs: 1_000 })
  const count = clients.interviewers + clients.readers + clients.advancers
  await load.waitUntil(() => load.countFinishedSittings() > 0 && load.attempts.length > 2 * count)

  const silentMs = timeouts.queryMs + 2_000
  const rounds = [
    await playOutage(load, { ms: 5_000, ...stopServer(environment) }),
    await playOutage(load, { ms: silentMs, ...buildSwallowed(proxy) }),
  ]
  await assertNothingLost(t, load, environment.db, replicas)
  assertOnlyRefused(t, load)
  const slowest = Math.max(...load.outcomes.map(({ ms }) => ms))
  t.ok(slowest <= pool.waitMs + timeouts.queryMs + slackMs, `the slowest took ${slowest.toFixed(0)} ms`)
  t.ok(proxy.openMax() <= pool.max, `${proxy.openMax()} connections at most`)
  for (const { words, refused, recoveredMs } of rounds) {
    // Only some: reads of one kind wait for each other's batch, and a batch that ends within its timeout is answered.
    t.ok(refused > 0, `${refused} times 503`)
    t.ok(recoveredMs <= recoveredWithinMs, `the last one ${recoveredMs.toFixed(0)} ms after the outage`)
    environment.report('outage', `${words}; the last 503 ${recoveredMs.toFixed(0)} ms after it`)
  }
  environment.report(
    'outage',
    `${count} clients, the slowest ${slowest.toFixed(0)} ms, ${countAcknowledged(load)} acknowledged`,
  )
})

type Outage = { ms: number; begin: () => void; end: () => void; name: string }

async function playOutage({ outcomes: met }: Load, { ms, begin, end, name }: Outage) {
  const from = met.length
  begin()
  try {
    await after(ms)
  } finally {
    end()
  }
  const over = performance.now()
  // Long enough for every call that began in the outage to have ended.
  await after(ms)
  const during = met.slice(from)
  const refused = during.filter(({ outcome }) => outcome === '503')
  const recoveredMs = Math.max(0, ...refused.map(({ atMs }) => atMs - over))
  return { refused: refused.length, recoveredMs, words: `${name} for ${ms} ms: ${summarizeOutcomes(during)}` }
}

/** The server first, so that it makes no session more; it always resumes before its final stop. */
function stopServer({ folder, teardown }: TestEnvironment) {
  let pids: number[] = []
  const end = () => signal(pids.splice(0), 'SIGCONT')
  teardown(end)
  const begin = () => {
    signal(listServerProcesses(folder).slice(0, 1), 'SIGSTOP')
    pids = listServerProcesses(folder)
    signal(pids, 'SIGSTOP')
  }
  return { name: 'stopped', begin, end }
}

const buildSwallowed = ({ silence, speak }: DatabaseProxy) => ({ name: 'swallowed', begin: silence, end: speak })
