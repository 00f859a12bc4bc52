import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { migrate } from '#src/database/migrate.ts'
import { openMovingAddress } from '../deployment/moving-address.ts'
import { readPinned } from '../deployment/pinned-reads.ts'
import { createEnvironmentOn, openServer } from '../deployment/server.ts'
import { blockTraffic, openStandby, primarySettings, promote } from '../deployment/standby.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'
import type { SystemTest } from '../result.ts'

/**
 * The primary is lost under load, repeatedly, while its standby receives nothing; the standby is promoted, and the
 * address moves to it. Nothing acknowledged is missing there, since replication is synchronous, and reads of a named
 * revision are always exact.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  let primary = await openServer(environment, join(environment.folder, 'server-0'), primarySettings)
  await migrate({ url: primary.url, environment: 'development' })
  const address = await openMovingAddress(environment, primary.url)
  const own = createEnvironmentOn(environment, address.url)
  const replicas = await startReplicas(environment, 2, { DATABASE_URL: address.url })
  const load = await startLoad(own, replicas, { interviewers: short ? 3 : 16, readers: short ? 2 : 20, advancers: 1 })
  const pinned = await readPinned(own, replicas)

  const losses = short ? 1 : 6
  let longestMs = 0
  for (let at = 1; at <= losses; at += 1) {
    const standby = await openStandby(environment, primary, `server-${at}`, true)
    const sittings = load.countFinishedSittings()
    await load.waitUntil(() => load.countFinishedSittings() > sittings + 1)
    const hear = await blockTraffic(standby)
    // A write from now on reaches only the primary, and must not be acknowledged.
    await after(1_000)
    const lost = performance.now()
    const attempts = load.attempts.length
    await primary.die()
    hear()
    await promote(standby)
    environment.log(`loss ${at}: promoted after ${(performance.now() - lost).toFixed(0)} ms`)
    address.move(standby.url)
    await load.waitUntil(() => load.attempts.length > attempts)
    longestMs = Math.max(longestMs, performance.now() - lost)
    primary = standby
  }
  const wrongReads = await pinned.stop()
  await load.stop()
  const differences = await findDifferences(own.db, load.saved)
  environment.log(
    `interviews: ${summarizeOutcomes(load.outcomes)}; pinned reads: ${summarizeOutcomes(pinned.outcomes)}`,
  )
  for (const words of [...load.wrong, ...wrongReads, ...differences].slice(0, 5)) environment.log(words)
  return {
    passed: load.wrong.length + wrongReads.length + differences.length === 0,
    summary: `${losses} primaries lost and standbys promoted, served again after ${longestMs.toFixed(0)} ms at most; ${countAcknowledged(load)} acknowledged, ${differences.length} lost or done twice; ${pinned.outcomes.length} reads of pinned evidence, ${wrongReads.length} wrong`,
  }
}
