import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { paidStepsMax } from '#src/spending/may-spend.ts'
import { begun, interviewOf } from '../../../test/sessions/interview.ts'
import type { Proof } from '../finding.ts'
import { type Actors, openServices } from '../service.ts'
import type { Stage } from '../stage.ts'

/** Milliseconds between two reads: forty a second, as of forty open interviews. */
const readEveryMs = 25
/** More than the artist may spend on in a day, so that only the pace keeps the flood from spending it. */
const paidJobs = 2 * paidStepsMax.scrape
/** The service's own figure, unless a setting changes it. */
const anonymousPerMinute = '120'

/**
 * Interview reads with and without a flood of anonymous calls of advance beside them, in turns (A B A B …); a long queue is due all the while,
 * with jobs that each want a paid run outside. The p99 of the reads may at most double, and no more runs may be paid for than the pace allows.
 */
export const prove: Proof = async (stage, { short }) => {
  const outside = await openOutside(stage)
  const actors = await openServices(stage, 1, { ...outside.settings, RATE_ANONYMOUS_PER_MINUTE: anonymousPerMinute })
  await begun(actors)
  await queuePaidWork(stage, actors.artistId)
  const windowMs = short ? 2_500 : 30_000
  await readFor(actors, 1_000)
  const quiet: number[] = []
  const flooded: number[] = []
  let calls = ''
  for (let pair = 0; pair < 2; pair += 1) {
    quiet.push(...(await readFor(actors, windowMs)))
    const stop = await startFlood(stage, actors.bases[0] ?? '')
    flooded.push(...(await readFor(actors, windowMs)))
    calls = await stop()
    stage.say(`flood ${pair + 1}: ${calls}`)
  }
  stage.say(
    `reads: ${quiet.length} without the flood, ${flooded.length} beside it; medians ${p(quiet, 0.5)} and ${p(flooded, 0.5)} ms`,
  )
  const ratio = p(flooded, 0.99) / p(quiet, 0.99)
  const starts = outside.starts()
  return {
    holds: ratio <= 2 && starts > 0 && starts <= paidStepsMax.scrape,
    figure: `p99 of the reads ${p(quiet, 0.99)} ms without and ${p(flooded, 0.99)} ms beside the flood (${ratio.toFixed(2)} times); ${starts} paid runs of ${paidJobs} wanted, ${paidStepsMax.scrape} allowed`,
  }
}

/** Milliseconds of each read. The reads begin at fixed times, whether or not those before have ended, so that no delay hides another. */
async function readFor(actors: Actors, windowMs: number): Promise<number[]> {
  const { restore } = interviewOf(actors)
  const until = performance.now() + windowMs
  const reads: Promise<number>[] = []
  for (let at = performance.now(); at < until; at += readEveryMs) {
    await after(Math.max(0, at - performance.now()))
    reads.push(timed(restore, at))
  }
  return await Promise.all(reads)
}

async function timed(read: () => Promise<{ status: number }>, due: number): Promise<number> {
  const { status } = await read()
  if (status !== 200) throw new Error(`A read was answered ${status}`)
  return performance.now() - due
}

/** From a process of its own, so that it does not slow down the clock that measures. Returns what ends it. */
async function startFlood({ teardown }: Stage, base: string): Promise<() => Promise<string>> {
  const child = fork(fileURLToPath(new URL('../flooder.ts', import.meta.url)), [base])
  teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return async () => {
    child.send('stop')
    const [words] = await once(child, 'message')
    return String(words)
  }
}

/** The artist has a profile, and many jobs that each would have its posts collected. */
async function queuePaidWork({ db, newId }: Stage, artistId: string): Promise<void> {
  const url = 'https://www.instagram.com/maraquill'
  const profile = { url, address: 'instagram.com/maraquill', site_name: 'Instagram', state: 'linked', origin: 'added' }
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

/** Stands in for the platform whose runs are paid for: counts the starts, and every run has found nothing. */
async function openOutside({ teardown }: Stage) {
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

/** The duration below which this share of them lies, to a tenth of a millisecond. */
function p(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10
}
