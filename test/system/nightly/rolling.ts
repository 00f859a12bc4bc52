import { setTimeout as after } from 'node:timers/promises'
import { pollUntil } from '../../support/until.ts'
import type { TestEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { openPlatform, queueCollection } from '../outage/platform.ts'
import { type Replicas, startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'
import type { SystemTest } from '../result.ts'

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

/**
 * Two services are stopped (SIGTERM) and started again, one after the other, repeatedly under load and during external
 * starts. Every call succeeds at most at its second attempt, at the other service; a slice that a stop interrupts
 * counts as no attempt of its job; and no start is sent twice or forgotten.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const platform = await openPlatform(environment, { answerMs: startMs })
  const replicas = await startReplicas(environment, 2, { DATABASE_URL: environment.url, ...platform.settings })
  const load = await startLoad(environment, replicas, { interviewers: 8, readers: 4, advancers })
  await load.waitUntil(() => load.countFinishedSittings() > 0)

  const end = performance.now() + (short ? 2_000 : 60_000)
  const exits: (number | null)[] = []
  let jobs = 0
  for (let at = 0; performance.now() < end || at % replicas.count !== 0; at += 1) {
    for (const last = jobs + startsAtOnce; jobs < last; jobs += 1) await queueCollection(environment, `artist${jobs}`)
    await load.waitUntil(() => platform.underWay() > 0)
    exits.push(await restart(replicas, at % replicas.count))
  }
  await load.waitUntil(async () => (await countUnfinished(environment)).toStart === 0)
  await load.stop()

  const standing = await countUnfinished(environment)
  const differences = await findDifferences(environment.db, load.saved)
  for (const words of [...load.wrong, ...differences].slice(0, 5)) environment.log(words)
  environment.log(summarizeOutcomes(load.outcomes))
  const retried = load.attempts.filter((times) => times > 1).length
  const failed = load.attempts.filter((times) => times > attemptsAllowed).length
  const isOnce = platform.starts.length === jobs && new Set(platform.starts).size === jobs
  const isOrderly = exits.every((code) => code === 0)
  return {
    passed:
      failed + load.wrong.length + differences.length + standing.counted === 0 && isOnce && isOrderly && retried > 0,
    summary: `${exits.length} restarts, ${isOrderly ? 'each' : 'not each'} ended with 0; of ${load.attempts.length} calls ${retried} were sent again and ${failed} more than once; ${countAcknowledged(load)} acknowledged, ${differences.length} lost or done twice; ${jobs} outside starts wanted, ${platform.starts.length} sent, ${standing.counted} jobs with a failed attempt`,
  }
}

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
