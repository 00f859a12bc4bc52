import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadConfig } from '#src/config.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { paidStepsMax } from '#src/research/budget/daily-budget.ts'
import { startSitting } from '../../sessions/interview.ts'
import { withoutShedding } from '../../support/settings.ts'
import type { TestEnvironment } from '../environment.ts'
import { startChild } from '../load/child.ts'
import { compareRounds, formatCounts, formatRound, type Round, readFor } from '../load/reads.ts'
import type { SystemTest } from '../result.ts'
import { openServices } from '../service.ts'

/** More than the artist's daily budget, so that only the rate limit keeps the flood from spending it. */
const paidJobs = 2 * paidStepsMax.scrape
/** The service's own limits, which the other system tests raise. */
const { limits } = loadConfig({})

/**
 * Interview reads alternately with and without a flood of anonymous calls of advance; a long queue is due all the
 * while, with jobs that each want a paid run. The p99 of the reads may at most double, slices continue at their rate
 * and not above it, and no more runs are paid for than an artist's daily budget.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const outside = await openOutside(environment)
  const actors = await openServices(environment, 1, {
    ...outside.settings,
    RATE_ANONYMOUS_PER_MINUTE: String(limits.anonymousPerMinuteMax),
    ANONYMOUS_PER_SECOND_MAX: String(limits.anonymousPerSecondMax),
    REQUESTS_AT_ONCE_MAX: String(limits.requestsAtOnceMax),
    ...withoutShedding,
  })
  await startSitting(actors)
  await queuePaidWork(environment, actors.artistId)
  const windowMs = 10_000
  async function playRound(ms: number): Promise<FloodRound> {
    const quiet = await readFor(actors, ms)
    const startedMs = performance.now()
    const stop = await startChild<Answers>(environment, new URL('../load/flooder.ts', import.meta.url), [
      actors.bases[0] ?? '',
    ])
    const beside = await readFor(actors, ms)
    const answers = await stop()
    environment.log(`${formatRound({ quiet, beside })}; the flood was answered ${formatCounts(answers)}`)
    return { quiet, beside, answers, seconds: (performance.now() - startedMs) / 1_000 }
  }
  // Its first slices meet a process that has compiled none of their code and has only a few of its connections.
  await playRound(1_500)
  const rounds: FloodRound[] = []
  for (let round = 0; round < 9; round += 1) rounds.push(await playRound(windowMs))
  const { quiet, beside, ratio } = compareRounds(rounds)
  const starts = outside.starts()
  const isFast = ratio <= 2
  return {
    passed: isFast && rounds.every(isPaced) && starts > 0 && starts <= paidStepsMax.scrape,
    summary: `p99 of the reads ${quiet.toFixed(1)} ms without and ${beside.toFixed(1)} ms beside the flood (${ratio} times); ${starts} paid runs of ${paidJobs} wanted, ${paidStepsMax.scrape} allowed`,
  }
}

type Answers = Record<string, number>
type FloodRound = Round & { answers: Answers; seconds: number }

/** Whether slices continued at their rate and not above it, and everything else was refused as documented. */
const isPaced = ({ answers, seconds }: FloodRound): boolean => {
  const { 200: slices = 0, ...refused } = answers
  const isDocumented = Object.keys(refused).every((status) => status === '429' || status === '503')
  return isDocumented && slices > 0 && slices <= limits.anonymousPerSecondMax * (seconds + 1)
}

/** The artist has a profile, and many jobs that each would collect its posts. */
async function queuePaidWork({ db, newId }: TestEnvironment, artistId: string): Promise<void> {
  const url = 'https://www.instagram.com/maraquill'
  const profile = { url, url_key: 'instagram.com/maraquill', site_name: 'Instagram', state: 'linked', origin: 'added' }
  const at = new Date()
  await db
    .insertInto('artist_profiles')
    .values({ artist_id: artistId, id: newId(), ...profile, created_at: at, decided_at: at })
    .execute()
  for (let job = 0; job < paidJobs; job += 1) {
    const id = newId()
    await enqueueJob(db, { artistId, id, kind: 'social_ingest', purpose: id }).execute()
    await enqueueJob(db, { artistId, id: newId(), kind: 'lore_refresh', purpose: id }).execute()
  }
}

/** A stand-in for the paid platform: counts the starts, and every run has found nothing. */
async function openOutside({ teardown }: TestEnvironment) {
  let starts = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST') starts += 1
    const run = { id: 'run', defaultDatasetId: 'set', status: 'SUCCEEDED' }
    const body = request.url?.includes('/items') ? [] : { data: run }
    response
      .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { starts: () => starts, settings: { APIFY_TOKEN: 'a-token', APIFY_URL: `http://127.0.0.1:${port}` } }
}
