import { startSitting } from '../../sessions/interview.ts'
import { withoutShedding } from '../../support/settings.ts'
import { startChild } from '../load/child.ts'
import { compareRounds, formatCounts, formatRound, type Round, readFor } from '../load/reads.ts'
import type { SlowReport } from '../load/slow-callers.ts'
import type { SystemTest } from '../result.ts'
import { openServices } from '../service.ts'

/** Node checks slow requests once a second; the rest is the machine's. */
const lateMs = 2_500

/**
 * Interview reads without and beside a thousand connections that send requests a byte at a time, half of them in their
 * headers and half in a body. Each is closed after the request's time limit, with the one error body; the p99 of the
 * reads may at most double.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const sockets = 1_000
  const requestMs = 5_000
  const actors = await openServices(environment, 1, { REQUEST_TIMEOUT_MS: String(requestMs), ...withoutShedding })
  await startSitting(actors)
  const windowMs = 15_000
  await readFor(actors, 1_500)
  const rounds: Round[] = []
  const reports: SlowReport[] = []
  for (let round = 0; round < 5; round += 1) {
    const quiet = await readFor(actors, windowMs)
    const args = [actors.bases[0] ?? '', String(sockets)]
    const stop = await startChild<SlowReport>(environment, new URL('../load/slow-callers.ts', import.meta.url), args)
    const beside = await readFor(actors, windowMs)
    const report = await stop()
    rounds.push({ quiet, beside })
    reports.push(report)
    environment.log(`${formatRound({ quiet, beside })}; ${report.closed} closed: ${formatCounts(report.answers)}`)
  }
  const closed = reports.reduce((sum, report) => sum + report.closed, 0)
  const open = reports.reduce((sum, report) => sum + report.open, 0)
  const longestMs = Math.max(...reports.map((report) => report.longestMs))
  const isRefused = reports.every(({ answers }) => Object.keys(answers).every((answer) => answer === '400'))
  const { quiet, beside, ratio } = compareRounds(rounds)
  const isInTime = longestMs <= requestMs + lateMs
  return {
    passed: ratio <= 2 && open === 0 && closed > 0 && isRefused && isInTime,
    summary: `p99 of the reads ${quiet.toFixed(1)} ms without and ${beside.toFixed(1)} ms beside ${sockets} slow connections (${ratio} times); ${closed} closed after ${longestMs} ms at most, ${requestMs} allowed, and ${open} left open`,
  }
}
