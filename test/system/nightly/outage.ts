import { setTimeout as after } from 'node:timers/promises'
import { loadConfig } from '#src/config.ts'
import { inFlightMax } from '#src/database/pipelined-connection.ts'
import type { TestEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, type Load, startLoad } from '../outage/load.ts'
import { listServerProcesses, signal } from '../outage/processes.ts'
import { type DatabaseProxy, openProxy } from '../outage/proxy.ts'
import { startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'
import type { SystemTest } from '../result.ts'

/**
 * Milliseconds beyond the service's own deadlines, for a machine of two cores that five hundred callers share with the
 * service.
 */
const slackMs = 1_500
const recoveredWithinMs = 3_000

/**
 * The database stops responding under many clients, twice: by SIGSTOP, and by a network that drops everything for
 * longer than any deadline. Every call gets 200 or 503 within the deadlines; there are never more connections than the
 * pool's limit; and afterwards everything is as before.
 */
export const runSystemTest: SystemTest = async (environment) => {
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
  const lives = replicas.getService(0).process.exitCode === null
  if (!lives) load.giveUp()
  await load.stop()
  const differences = await findDifferences(environment.db, load.saved)
  for (const { words } of rounds) environment.log(words)
  for (const words of [...load.wrong, ...differences].slice(0, 5)) environment.log(words)

  const unexpected = load.outcomes.filter(({ outcome }) => outcome !== '200' && outcome !== '503').length
  const slowest = Math.max(...load.outcomes.map(({ ms }) => ms))
  const deadline = pool.waitMs + timeouts.queryMs + slackMs
  const recovered = Math.max(...rounds.map(({ recoveredMs }) => recoveredMs))
  const refused = rounds.map(({ refused }) => refused)
  const isWhole = lives && load.wrong.length + differences.length + unexpected === 0
  // A query that waits on a connection for less than its timeout is answered after all, however many share it.
  const patient = pool.max + inFlightMax
  const isMet = refused.every((times) => times > count - patient) && proxy.openMax() <= pool.max
  return {
    passed: isWhole && isMet && slowest <= deadline && recovered <= recoveredWithinMs,
    summary: `${count} clients, ${refused.join(' and ')} times 503, ${unexpected} other failures; slowest answer ${slowest.toFixed(0)} ms of ${deadline} allowed; ${proxy.openMax()} connections at most, of ${pool.max}; the last 503 ${recovered.toFixed(0)} ms after; ${countAcknowledged(load)} acknowledged, ${differences.length} lost or done twice`,
  }
}

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
