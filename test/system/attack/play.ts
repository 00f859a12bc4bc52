import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { computePercentile } from '../../../scripts/bench/statistics.ts'
import type { TestEnvironment } from '../environment.ts'
import { formatCounts, watchPeak } from '../footprint.ts'
import type { Actors } from '../service.ts'
import type { AttackReport } from './attacker.ts'
import type { Attack, Origin } from './attacks.ts'

/** Milliseconds between two reads: forty a second, each over a connection of its own. */
const readEveryMs = 25
/** The timeout of a client. */
const patienceMs = 30_000

type Reads = { durationsMs: number[]; failures: Record<string, number> }

/** The readers: claimants of one artist, alternately, as of several open interviews. */
export type Readers = { base: string; artistId: string; bearers: readonly string[] }

/**
 * Reads of the interview, at fixed times, whether or not the reads before have ended; any other status than 200 is a
 * failure.
 */
export async function readBeside({ base, artistId, bearers }: Readers, windowMs: number): Promise<Reads> {
  const dispatcher = new Agent({
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    connect: { timeout: patienceMs },
  })
  const reads: Reads = { durationsMs: [], failures: {} }
  const until = performance.now() + windowMs
  const pending: Promise<void>[] = []
  for (let at = performance.now(); at < until; at += readEveryMs) {
    await after(Math.max(0, at - performance.now()))
    pending.push(readOnce(at, bearers[pending.length % bearers.length] ?? ''))
  }
  await Promise.all(pending)
  await dispatcher.close()
  return reads

  async function readOnce(due: number, bearer: string): Promise<void> {
    const answer = await request(`${base}/api/artist/${artistId}/interview/session`, {
      dispatcher,
      headers: { authorization: bearer },
      reset: true,
    })
      .then(async ({ statusCode, body }) => {
        await body.dump()
        return String(statusCode)
      })
      .catch(({ message }: Error) => message)
    reads.durationsMs.push(performance.now() - due)
    if (answer !== '200') reads.failures[answer] = (reads.failures[answer] ?? 0) + 1
  }
}

/** Starts the attack in a process of its own; `stop` gives its report. */
async function startAttack({ teardown }: Pick<TestEnvironment, 'teardown'>, base: string, attack: Attack & Origin) {
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), [base])
  teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  child.send(attack)
  return {
    stop: async (): Promise<AttackReport> => {
      child.send('stop')
      const [report] = (await once(child, 'message')) as [AttackReport]
      return report
    },
  }
}

/** What an attack left behind, such as the last of its responses, belongs to neither window. */
const settleMs = 2_000
const mebibytesMax = 512

type Sizes = { quietMs: number; attackMs: number }
type AttackSetup = { actors: Actors; readers: Readers }

/**
 * One attack while the others read. The quiet reads are those before and after it: other load of the machine is in
 * them as it is in the reads beside the attack.
 */
export async function playAttack(
  environment: TestEnvironment,
  { actors, readers }: AttackSetup,
  attack: Attack & Origin,
  { quietMs, attackMs }: Sizes,
) {
  const pid = actors.pids[0] ?? 0
  const before = await readBeside(readers, quietMs)
  const readPeak = watchPeak(pid)
  const { stop } = await startAttack(environment, actors.bases[0] ?? '', attack)
  const startedMs = performance.now()
  const beside = await readBeside(readers, attackMs)
  const tookMs = performance.now() - startedMs
  const answers = await stop()
  const mebibytes = readPeak()
  await after(settleMs)
  const quiet = joinReads(before, await readBeside(readers, quietMs))

  const p99QuietMs = computePercentile(quiet.durationsMs, 99)
  const p99BesideMs = computePercentile(beside.durationsMs, 99)
  const ratio = Math.round((10 * p99BesideMs) / p99QuietMs) / 10
  const failed = formatCounts(beside.failures)
  const flaws = [
    ...(failed === '' ? [] : [`reads of others were answered ${failed}`]),
    ...(mebibytes <= mebibytesMax ? [] : [`${mebibytes.toFixed(0)} MiB`]),
    ...findFlaws(attack, answers, tookMs),
  ]
  const words = [
    `p99 ${p99QuietMs.toFixed(1)} → ${p99BesideMs.toFixed(1)} ms (${ratio} times), ${failed || 'none'} failed`,
    `${mebibytes.toFixed(0)} MiB`,
    `the attacker: ${formatCounts(answers)}`,
  ].join('; ')
  return { words, flaws, ratio }
}

function joinReads(one: Reads, other: Reads): Reads {
  const failures = { ...one.failures }
  for (const [failure, count] of Object.entries(other.failures)) failures[failure] = (failures[failure] ?? 0) + count
  return { durationsMs: [...one.durationsMs, ...other.durationsMs], failures }
}

/** What is wrong with the responses to the attacker. */
function findFlaws(
  { shedBy = 'refusal', servedPerSecondMax = Number.POSITIVE_INFINITY }: Attack,
  answers: Readonly<Record<string, number>>,
  tookMs: number,
): string[] {
  const refused = (answers['429 come again'] ?? 0) + (answers['503 come again'] ?? 0)
  const silent = ['429', '500', '503'].filter((status) => status in answers)
  const flaws = silent.map((status) => `the attacker was answered ${status} without a time to come again`)
  if (shedBy === 'refusal' && refused === 0) flaws.push('the attacker was never refused')
  if ('closed late' in answers) flaws.push('a connection was closed late')
  if ((answers['200'] ?? 0) > servedPerSecondMax * (1 + tookMs / 1_000)) flaws.push('the attacker was served too often')
  if (shedBy === 'closing' && !answers.closed) flaws.push('no connection was closed')
  if (shedBy === 'nothing' && refused > 0) flaws.push('what costs nothing was refused')
  return flaws
}
