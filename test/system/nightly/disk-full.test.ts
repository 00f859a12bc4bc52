import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import t from 'tap'
import { openEnvironment, type TestEnvironment } from '../environment.ts'
import { summarizeOutcomes } from '../outage/interviewer.ts'
import { assertNothingLost, assertOnlyRefused, type Load, startLoad } from '../outage/load.ts'
import { countAcknowledged } from '../outage/records.ts'
import { joinDatabase } from '../outage/servers.ts'
import { type Replicas, startReplicas } from '../service.ts'

type SmallDisk = ReturnType<typeof mountSmallDisk>

/**
 * A file system in memory with a size limit in megabytes. Mounting needs root, at least of a user namespace.
 * @throws where nothing may be mounted: then nothing can be shown either
 */
function mountSmallDisk({ folder, teardown }: Pick<TestEnvironment, 'folder' | 'teardown'>, megabytes: number) {
  const path = join(folder, 'disk')
  mkdirSync(path)
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', path)
  teardown(() => run('umount', '--lazy', path))
  const filler = join(path, 'filler')
  const readFreeBytes = () => statfsSync(path).bavail * statfsSync(path).bsize
  /** Fills the free space except for a number of bytes. */
  const fill = (but = 0): void => {
    const file = openSync(filler, 'a')
    try {
      for (;;) {
        const bytes = Math.min(1 << 20, readFreeBytes() - but)
        if (bytes <= 0) return
        writeSync(file, Buffer.alloc(bytes))
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      closeSync(file)
    }
  }
  return { path, fill, clear: () => rmSync(filler, { force: true }) }
}

function run(...[command = '', ...args]: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`)
}

/** A new database takes forty, and its WAL grows by sixteen at a time. */
const megabytes = 160

t.setTimeout(3_600_000)

// Only root may mount a file system; in a namespace of its own any user is root.
if (process.getuid?.() !== 0) {
  const asRoot = ['--user', '--map-root-user', '--mount', '--', process.execPath]
  await t.spawn('unshare', [...asRoot, fileURLToPath(import.meta.url)], { timeout: 3_600_000 }, 'as root')
} else {
  t.test('on a full disk writes are 503, nothing acknowledged is lost, and with space it goes on', fillDisk)
}

async function fillDisk(t: Test): Promise<void> {
  const environment = await openEnvironment(t)
  const disk = mountSmallDisk(environment, megabytes)
  const replicas = await startReplicas(environment, 1, { DATA_FOLDER: disk.path })
  const own = await joinDatabase(environment, disk.path)
  const load = await startLoad(own, replicas, { interviewers: 6, readers: 2, advancers: 1 })
  await load.waitUntil(() => load.countFinishedSittings() > 0)
  const rounds = 5
  let longestMs = 0
  for (let round = 0; round < rounds; round += 1)
    longestMs = Math.max(longestMs, await runFull(environment, load, disk, 6_000))
  t.equal(replicas.getService(0).process.exitCode, null, 'the service lives')
  const refused = assertOnlyRefused(t, load)
  t.ok(refused > 0)
  const words = await startOnFullDisk(replicas, disk)
  t.match(words, /No space left|ENOSPC|53100/, 'a start on a full disk names the remedy')
  t.notMatch(words, /\n +at /, 'and shows no stack')
  // The server of the last start has a port of its own.
  const { db } = await joinDatabase(environment, disk.path)
  await assertNothingLost(t, load, db)
  t.equal(await replicas.end(0, 'SIGTERM'), 0)
  environment.report(
    'disk-full',
    `${rounds} times full, ${refused} times 503; writing again ${longestMs.toFixed(0)} ms after there was space; ${countAcknowledged(load)} acknowledged`,
  )
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

/** The output of a start on a full disk; with free space the same start succeeds. */
async function startOnFullDisk(replicas: Replicas, disk: SmallDisk): Promise<string> {
  await replicas.end(0, 'SIGKILL')
  disk.fill()
  const words = await replicas.start(0).then(
    () => 'It started',
    ({ message }: Error) => message,
  )
  disk.clear()
  await replicas.start(0)
  return words
}
