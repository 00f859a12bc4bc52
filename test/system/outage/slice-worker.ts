// `node test/system/outage/slice-worker.ts ARTIST` runs one slice of an artist's jobs in a process of its own, as the
// service would, with the providers of its settings.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { slices } from '#plugins/research/jobs.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { runSlice } from '#src/queue/slice.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import type { TestEnvironment } from '../environment.ts'
import type { Platform } from './platform.ts'
import type { DatabaseProxy, Side } from './proxy.ts'

const workerName = 'sittings system test worker'

/** Runs slices on one connection, so that its messages come in one order. */
function openSlices(env: NodeJS.ProcessEnv, applicationName: string) {
  const { databaseUrl: url = '', pool, timeouts, ...config } = loadConfig(env)
  const { db, close } = connect({ url, pool: { ...pool, max: 1 }, timeouts, applicationName })
  const resources = {
    db,
    queue: new JobQueue(db),
    newId: () => uuidv7(),
    stopping: new AbortController().signal,
    providers: chooseProviders(config),
  }
  const log = { error: console.error, warn: console.error }
  return { db, close, run: (artistId: string) => runSlice(resources, slices, log, { artistId }) }
}

/**
 * Where a worker dies: in which of the artist's slices, at which of its messages to the database, or when its start has
 * arrived.
 */
export type KillPoint = { slice: number; at: number; side: Side } | { slice: number; at: 'start' }

/** The messages that open and check a connection; no slice has begun by then. */
const openingMessages = 3

/** Runs real slices behind a proxy: here, or in workers that are killed. */
export function newWorkers(
  environment: TestEnvironment,
  { proxy, platform }: { proxy: DatabaseProxy; platform: Platform },
) {
  const env = { ...platform.settings, DATABASE_URL: proxy.url }
  const here = openSlices(env, 'sittings system test')
  environment.teardown(here.close)

  /** One whole slice; its kind, and how many messages it took. Undefined when nothing is due. */
  async function run(artistId: string): Promise<{ kind: string; messages: number } | undefined> {
    await makeDue(environment, artistId)
    await sql`select 1`.execute(here.db)
    proxy.pass()
    const done = await here.run(artistId)
    return done === undefined ? undefined : { kind: done.job.kind, messages: proxy.messages() }
  }

  /**
   * The same in a process of its own, which is killed (SIGKILL) or stopped (SIGSTOP) at its point; `reached` says
   * whether a start has arrived. Returns a function that lets a stopped one continue to its end.
   */
  async function interrupt(
    artistId: string,
    point: KillPoint,
    reached: Promise<unknown>,
    how: 'killed' | 'stopped',
  ): Promise<() => Promise<void>> {
    await makeDue(environment, artistId)
    proxy.pass()
    const isStopped = how === 'stopped'
    const arrival =
      point.at === 'start' ? reached : proxy.waitForMessage(openingMessages + point.at, isStopped ? 'open' : point.side)
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), artistId], {
      // The locks of a stopped worker's transaction are released by the server; sooner here than usual.
      env: { PATH: process.env.PATH, ...env, ...(isStopped && { DATABASE_STATEMENT_TIMEOUT_MS: '1000' }) },
      stdio: ['ignore', 'ignore', isStopped ? 'ignore' : 'inherit'],
    })
    environment.teardown(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await Promise.race([arrival, ended])
    // A worker that is to be stopped runs on: at the last message of its slice it may come to its end first.
    if (child.exitCode !== null && !isStopped)
      throw new Error(`The worker came to its end before ${JSON.stringify(point)}`)
    child.kill(isStopped ? 'SIGSTOP' : 'SIGKILL')
    if (!isStopped) {
      await ended
      await waitForSessionEnd(environment)
    }
    proxy.pass()
    return async () => {
      child.kill('SIGCONT')
      await ended
    }
  }
  return { run, interrupt }
}

/**
 * What a dead worker has sent still runs, on a busy machine a moment later: the next claim would find the job leased.
 */
async function waitForSessionEnd({ db }: TestEnvironment): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity where application_name = ${workerName}`.execute(db)
    if (rows.length === 0) return
    await after(5)
  }
}

/** Ends what another worker would wait for: the dead one's lease, a pause, the next poll. */
const makeDue = ({ db }: TestEnvironment, artistId: string) =>
  sql`update artist_research_jobs set leased_until = case when lease_token is not null then now() end,
      next_run_at = least(next_run_at, date_trunc('milliseconds', now())), queued_at = least(queued_at, now())
    where artist_id = ${artistId} and state in ('pending', 'waiting')`.execute(db)

if (import.meta.main) {
  const { run, close } = openSlices(process.env, workerName)
  await run(process.argv[2] ?? '')
  await close()
}
