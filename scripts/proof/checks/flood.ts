import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '#src/config.ts'
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
/** The service's own figures, which the other proofs lift. */
const { limits } = loadConfig({})

/**
 * Interview reads with and without a flood of anonymous calls of advance beside them, in turns (A B A B …); a long queue is due all the while,
 * with jobs that each want a paid run outside. The p99 of the reads may at most double, slices go on at their pace and not above it, and no
 * more runs may be paid for than an artist may have in a day.
 * What is compared is the median of the rounds, for a machine that others use has bad moments of its own.
 */
export const prove: Proof = async (stage, { short }) => {
  const outside = await openOutside(stage)
  const actors = await openServices(stage, 1, {
    ...outside.settings,
    RATE_ANONYMOUS_PER_MINUTE: String(limits.anonymousPerMinuteMax),
    ANONYMOUS_PER_SECOND_MAX: String(limits.anonymousPerSecondMax),
    REQUESTS_AT_ONCE_MAX: String(limits.requestsAtOnceMax),
  })
  await begun(actors)
  await queuePaidWork(stage, actors.artistId)
  const windowMs = short ? 2_000 : 10_000
  async function playRound(ms: number): Promise<Round> {
    const quiet = await readFor(actors, ms)
    const began = performance.now()
    const stop = await startFlood(stage, actors.bases[0] ?? '')
    const flooded = await readFor(actors, ms)
    const answers = await stop()
    const round = { quiet, flooded, answers, seconds: (performance.now() - began) / 1_000 }
    stage.say(inWords(round))
    return round
  }
  // Its first slices find a process that has compiled nothing of them and has only a few of its connections.
  await playRound(1_500)
  const rounds: Round[] = []
  for (let round = 0; round < (short ? 1 : 9); round += 1) rounds.push(await playRound(windowMs))
  const quiet = median(rounds.map((round) => p(round.quiet, 0.99)))
  const flooded = median(rounds.map((round) => p(round.flooded, 0.99)))
  const isPaced = rounds.every(
    ({ answers: { 200: slices = 0 }, seconds }) => slices > 0 && slices <= limits.anonymousPerSecondMax * (seconds + 1),
  )
  const isKnown = rounds
    .flatMap(({ answers }) => Object.keys(answers))
    .every((answer) => /^(200|429|503)$/.test(answer))
  const starts = outside.starts()
  const isFast = short || flooded <= 2 * quiet
  return {
    holds: isFast && isPaced && isKnown && starts > 0 && starts <= paidStepsMax.scrape,
    figure: `p99 of the reads ${quiet} ms without and ${flooded} ms beside the flood (${(flooded / quiet).toFixed(2)} times); ${starts} paid runs of ${paidJobs} wanted, ${paidStepsMax.scrape} allowed`,
  }
}

type Round = { quiet: number[]; flooded: number[]; answers: Record<string, number>; seconds: number }

const inWords = ({ quiet, flooded, answers }: Round) =>
  `medians ${p(quiet, 0.5)} and ${p(flooded, 0.5)} ms, p99 ${p(quiet, 0.99)} and ${p(flooded, 0.99)} ms; the flood was answered ${Object.entries(
    answers,
  )
    .map(([answer, count]) => `${count} times ${answer}`)
    .join(', ')}`

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
async function startFlood({ teardown }: Stage, base: string): Promise<() => Promise<Round['answers']>> {
  const child = fork(fileURLToPath(new URL('../flooder.ts', import.meta.url)), [base])
  teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return async () => {
    child.send('stop')
    const [answers] = (await once(child, 'message')) as [Round['answers']]
    return answers
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

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
