import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { openEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { startReplicas } from '../outage/replicas.ts'

const everyMs = 50
/** The time after the last termination within which every call is served again. */
const recoveredWithinMs = 1_000

t.setTimeout(3_600_000)

t.test('sessions terminated twenty times a second are 503, and everything acknowledged is done once', async (t) => {
  const environment = await openEnvironment(t)
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
  await after(5_000)
  const lives = replicas.getService(0).process.exitCode === null
  if (!lives) load.giveUp()
  await load.stop()
  t.ok(lives, 'the service lives')
  const late = load.outcomes.filter(({ atMs, outcome }) => atMs > over + recoveredWithinMs && outcome !== '200')
  t.same(late, [], `every call is served ${recoveredWithinMs} ms after the last termination`)
  const { '503': refused = [], '200': _served, ...others } = Object.groupBy(load.outcomes, ({ outcome }) => outcome)
  t.ok(refused.length > 0)
  t.same(others, {}, 'every response is 200 or 503')
  t.same(load.wrong, [])
  t.same(await findDifferences(environment.db, load.saved), [])
  environment.report(
    'backends',
    `${terminations.sessions} sessions terminated in ${terminations.rounds} rounds, ${refused.length} times 503; ${countAcknowledged(load)} acknowledged`,
  )
})
