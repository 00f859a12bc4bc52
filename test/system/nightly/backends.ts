import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'
import type { SystemTest } from '../result.ts'

const everyMs = 50
/** The time after the last termination within which every call is served again. */
const recoveredWithinMs = 1_000

/**
 * All of the service's sessions in the database are terminated twenty times a second, under a mixed load. The process
 * must live, answer only 200 and 503 with `Retry-After`, recover within a second, and have done each acknowledged thing
 * exactly once.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const replicas = await startReplicas(environment, 1, { DATABASE_URL: environment.url })
  const load = await startLoad(environment, replicas, { interviewers: 12, readers: 6, advancers: 2 })
  await load.waitUntil(() => load.countFinishedSittings() > 0)
  const terminations = { rounds: 0, sessions: 0 }
  const end = performance.now() + 60_000
  for (let due = performance.now(); due < end; due += everyMs) {
    await after(Math.max(0, due - performance.now()))
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sittings' and datname = current_database()`.execute(environment.db)
    terminations.rounds += 1
    terminations.sessions += rows.length
  }
  const over = performance.now()
  const during = load.outcomes.length
  await after(5_000)
  const lives = replicas.getService(0).process.exitCode === null
  if (!lives) load.giveUp()
  await load.stop()

  const troubled = load.outcomes.filter(({ atMs, outcome }) => atMs > over && outcome !== '200')
  const recoveredMs = Math.max(0, ...troubled.map(({ atMs }) => atMs - over))
  const differences = await findDifferences(environment.db, load.saved)
  for (const words of [...load.wrong, ...differences].slice(0, 5)) environment.log(words)
  environment.log(
    `during: ${summarizeOutcomes(load.outcomes.slice(0, during))}; afterwards: ${summarizeOutcomes(load.outcomes.slice(during))}`,
  )
  const refused = load.outcomes.filter(({ outcome }) => outcome === '503').length
  const unexpected = load.outcomes.length - refused - load.outcomes.filter(({ outcome }) => outcome === '200').length
  const isWhole = lives && load.wrong.length + differences.length + unexpected === 0
  return {
    passed: isWhole && refused > 0 && recoveredMs <= recoveredWithinMs,
    summary: `${terminations.sessions} sessions terminated in ${terminations.rounds} rounds, ${refused} times 503, ${unexpected} other failures; the last 503 ${recoveredMs.toFixed(0)} ms after the end; ${countAcknowledged(load)} acknowledged, ${differences.length} lost or done twice`,
  }
}
