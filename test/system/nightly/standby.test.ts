import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { migrate } from '#src/database/migrations/migrate.ts'
import { openMovingAddress } from '../deployment/moving-address.ts'
import { readPinned } from '../deployment/pinned-reads.ts'
import { createEnvironmentOn, openServer } from '../deployment/server.ts'
import { blockTraffic, openStandby, primarySettings, promote } from '../deployment/standby.ts'
import { openEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { startReplicas } from '../outage/replicas.ts'

t.setTimeout(3_600_000)

t.test('with synchronous standbys the loss of primaries loses no acknowledged change', async (t) => {
  const environment = await openEnvironment(t)
  let primary = await openServer(environment, join(environment.folder, 'server-0'), primarySettings)
  await migrate({ url: primary.url, environment: 'development' })
  const address = await openMovingAddress(environment, primary.url)
  const own = createEnvironmentOn(environment, address.url)
  const replicas = await startReplicas(environment, 2, { DATABASE_URL: address.url })
  const load = await startLoad(own, replicas, { interviewers: 16, readers: 20, advancers: 1 })
  const pinned = await readPinned(own, replicas)

  const losses = 6
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
  t.same(load.wrong, [])
  t.same(wrongReads, [], 'a pinned revision is read exactly')
  t.same(await findDifferences(own.db, load.saved), [])
  environment.report(
    'standby',
    `${losses} primaries lost, served again after ${longestMs.toFixed(0)} ms at most; ${countAcknowledged(load)} acknowledged; ${pinned.outcomes.length} pinned reads`,
  )
})
