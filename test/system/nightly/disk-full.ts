import { setTimeout as after } from 'node:timers/promises'
import type { TestEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { runAsRoot } from '../outage/as-root.ts'
import { countAcknowledged, type Load, startLoad } from '../outage/load.ts'
import { joinDatabase } from '../outage/own-database.ts'
import { type Replicas, startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'
import { mountSmallDisk, type SmallDisk } from '../outage/small-disk.ts'
import type { SystemTest } from '../result.ts'

/** A new database takes forty, and its WAL grows by sixteen at a time. */
const megabytes = 160

/**
 * The disk of the embedded database runs full under writes, twice. Writes must be 503 with `Retry-After` and never 500,
 * nothing acknowledged may be lost, and with free space the same process continues.
 */
export const runSystemTest: SystemTest = async (environment, size) => {
  if (process.getuid?.() !== 0) return await runAsRoot('disk-full', size)
  const disk = mountSmallDisk(environment, megabytes)
  const replicas = await startReplicas(environment, 1, { DATA_FOLDER: disk.path })
  const own = await joinDatabase(environment, disk.path)
  const load = await startLoad(own, replicas, { interviewers: 6, readers: 2, advancers: 1 })
  await load.waitUntil(() => load.countFinishedSittings() > 0)

  const rounds = 5
  let longestMs = 0
  for (let round = 0; round < rounds; round += 1) {
    longestMs = Math.max(longestMs, await runFull(environment, load, disk, 6_000))
  }
  const lives = replicas.getService(0).process.exitCode === null
  const others = load.outcomes.filter(({ outcome }) => outcome !== '200' && outcome !== '503').length
  const isRefused = await startOnFullDisk(environment, replicas, disk)
  await load.stop()
  const differences = await findDifferences(own.db, load.saved)
  const code = await replicas.end(0, 'SIGTERM')
  for (const words of [...load.wrong, ...differences].slice(0, 5)) environment.log(words)
  const refused = load.outcomes.filter(({ outcome }) => outcome === '503').length
  return {
    passed: lives && isRefused && code === 0 && refused > 0 && load.wrong.length + differences.length + others === 0,
    summary: `${rounds} times full, ${refused} times 503, ${others} other failures; writing again ${longestMs.toFixed(0)} ms after there was space, without a restart of the service; a start on a full disk ${isRefused ? 'is refused in words' : 'IS NOT REFUSED IN WORDS'}; ${countAcknowledged(load)} acknowledged, ${differences.length} lost or done twice`,
  }
}

/**
 * Until no write succeeds, and for a while longer; then space is freed. Returns how long it took until a write
 * succeeded.
 */
async function runFull(environment: TestEnvironment, load: Load, disk: SmallDisk, ms: number): Promise<number> {
  const from = load.outcomes.length
  const countWrites = () => countAcknowledged(load)
  let [seen, since] = [-1, performance.now()]
  await load.waitUntil(async () => {
    disk.fill()
    if (countWrites() !== seen) [seen, since] = [countWrites(), performance.now()]
    await after(50)
    return performance.now() - since > ms
  })
  environment.log(`full: ${summarizeOutcomes(load.outcomes.slice(from))}`)
  disk.clear()
  const cleared = performance.now()
  await load.waitUntil(() => countWrites() > seen + 6)
  return performance.now() - cleared
}

/** Whether a start on a full disk names the remedy instead of a stack; with free space the same start succeeds. */
async function startOnFullDisk(environment: TestEnvironment, replicas: Replicas, disk: SmallDisk): Promise<boolean> {
  await replicas.end(0, 'SIGKILL')
  disk.fill()
  const words = await replicas.start(0).then(
    () => 'It started',
    ({ message }: Error) => message,
  )
  environment.log(words.trim())
  disk.clear()
  await replicas.start(0)
  return /No space left|ENOSPC|53100/.test(words) && !/\n +at /.test(words)
}
