import { setTimeout as after } from 'node:timers/promises'
import { computePercentile } from '../../../../scripts/bench/statistics.ts'
import type { TestEnvironment } from '../../environment.ts'
import type { openProbe } from '../../event-loop/probe.ts'
import { formatCounts, formatPercentile, readCpuMs, watchPeak } from '../../load/footprint.ts'
import type { Actors } from '../../service.ts'
import type { Attack, Origin } from './attacks.ts'
import { type Readers, type Reads, readBeside } from './readers.ts'
import { startAttack } from './start.ts'

/** What an attack left behind, such as the last of its responses, belongs to neither window. */
const settleMs = 2_000
const mebibytesMax = 512

export type Sizes = { quietMs: number; attackMs: number }
export type AttackSetup = { actors: Actors; readers: Readers; probe: ReturnType<typeof openProbe> }

/**
 * One attack while the others read. The quiet reads are those before and after it: other load of the machine is in
 * them as it is in the reads beside the attack.
 */
export async function playAttack(
  environment: TestEnvironment,
  { actors, readers, probe }: AttackSetup,
  attack: Attack & Origin,
  { quietMs, attackMs }: Sizes,
) {
  const pid = actors.pids[0] ?? 0
  const before = await readBeside(readers, quietMs)
  const cpuBefore = readCpuMs(pid)
  await probe.longest()
  const readPeak = watchPeak(pid)
  const { stop } = await startAttack(environment, actors.bases[0] ?? '', attack)
  const startedMs = performance.now()
  const beside = await readBeside(readers, attackMs)
  const tookMs = performance.now() - startedMs
  const cpuMs = readCpuMs(pid) - cpuBefore
  const answers = await stop()
  const mebibytes = readPeak()
  const blocked = await probe.longest()
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
    `p99 ${p99QuietMs.toFixed(1)} → ${p99BesideMs.toFixed(1)} ms (${ratio} times; medians ${formatPercentile(quiet.durationsMs, 50)} → ${formatPercentile(beside.durationsMs, 50)} ms), ${failed || 'none'} failed`,
    `longest stretch ${blocked.cpuMs.toFixed(0)} ms of processor time in ${blocked.wallMs.toFixed(0)} ms`,
    `${((100 * cpuMs) / tookMs).toFixed(0)} % of a processor, ${formatCost(cpuMs, answers)}`,
    `${mebibytes.toFixed(0)} MiB`,
    `the attacker: ${formatCounts(answers)}`,
  ].join('; ')
  return { words, flaws, ratio, mebibytes }
}

function formatCost(cpuMs: number, answers: Readonly<Record<string, number>>): string {
  const all = Object.values(answers).reduce((sum, count) => sum + count, 0)
  return `${all === 0 ? 'no' : (cpuMs / all).toFixed(2)} ms for each of the attacker's`
}

function joinReads(one: Reads, other: Reads): Reads {
  const failures = { ...one.failures }
  for (const [failure, count] of Object.entries(other.failures)) failures[failure] = (failures[failure] ?? 0) + count
  return { durationsMs: [...one.durationsMs, ...other.durationsMs], failures }
}

/** What is wrong with the responses to the attacker. */
function findFlaws(
  { shedBy, servedPerSecondMax = Number.POSITIVE_INFINITY }: Attack,
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
