import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { longDatabaseTimeouts } from '../../support/settings.ts'
import { pollUntil } from '../../support/until.ts'
import { openEnvironment, type TestEnvironment } from '../environment.ts'
import { assertNothingLost, startLoad } from '../outage/load.ts'
import { openPlatform, queueCollection } from '../outage/platform.ts'
import { countAcknowledged } from '../outage/records.ts'
import { type Replicas, startReplicas } from '../service.ts'

/** Milliseconds of an external start: long enough for a stop to fall into one. */
const startMs = 600
/**
 * Milliseconds between a service that is ready and the stop of the other: longer than the longest call, so that no call
 * meets both.
 */
const settleMs = 2 * startMs
/** Callers who run what is queued, and starts that are queued before each stop. */
const advancers = 6
const startsAtOnce = 8
/** A first attempt and one retry. */
const attemptsAllowed = 2

t.setTimeout(3_600_000)

t.test('a client that retries once does not notice a rolling update', async (t) => {
  const environment = await openEnvironment(t)
  const platform = await openPlatform(environment, { startMs })
  // What a busy machine delays is waited for: only a stop may make a caller send a call again.
  const patience = { ...longDatabaseTimeouts, REQUEST_TIMEOUT_MS: '120000' }
  const settings = { DATABASE_URL: environment.url, ...platform.settings, ...patience }
  const replicas = await startReplicas(environment, 2, settings)
  const load = await startLoad(environment, replicas, { interviewers: 8, readers: 4, advancers })
  await load.waitUntil(() => load.countFinishedSittings() > 0)

  const end = performance.now() + 60_000
  const exits: (number | null)[] = []
  let jobs = 0
  for (let at = 0; performance.now() < end || at % replicas.count !== 0; at += 1) {
    for (const last = jobs + startsAtOnce; jobs < last; jobs += 1) await queueCollection(environment, `artist${jobs}`)
    await load.waitUntil(() => platform.underWay() > 0)
    exits.push(await restart(replicas, at % replicas.count))
  }
  await load.waitUntil(async () => (await countUnfinished(environment)).toStart === 0)
  await assertNothingLost(t, load, environment.db)
  t.equal((await countUnfinished(environment)).counted, 0, 'an interrupted slice is no failed attempt')
  t.equal(platform.starts.length, jobs, 'each run was started')
  t.equal(new Set(platform.starts).size, jobs, 'once')
  t.ok(
    exits.every((code) => code === 0),
    'every stop is in order',
  )
  const retried = load.attempts.filter((times) => times > 1)
  t.ok(retried.length > 0, 'some calls were sent again')
  t.same(
    retried.filter((times) => times > attemptsAllowed),
    [],
    'and only once',
  )
  environment.report(
    'rolling',
    `${exits.length} restarts; of ${load.attempts.length} calls ${retried.length} were sent again; ${countAcknowledged(load)} acknowledged, ${jobs} outside starts`,
  )
})

async function restart(replicas: Replicas, at: number): Promise<number | null> {
  const code = await replicas.end(at, 'SIGTERM')
  await replicas.start(at)
  await pollUntil(async () => (await fetch(`${replicas.getService(at).base}/ready`)).ok, 300_000)
  await after(settleMs)
  return code
}

/** Jobs whose run is still to be started, and jobs with a counted failure or attempt although no worker has them. */
async function countUnfinished({ db }: TestEnvironment): Promise<{ toStart: number; counted: number }> {
  const jobs = await db.selectFrom('artist_research_jobs').selectAll().execute()
  const counted = jobs.filter(
    ({ error_category, attempts, lease_token }) => error_category !== null || (attempts > 0 && lease_token === null),
  )
  const toStart = jobs.filter(
    ({ kind, cursor, state }) => kind === 'social_ingest' && state === 'pending' && cursor === 0,
  )
  return { toStart: toStart.length, counted: counted.length }
}
