import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Endpoint } from './endpoint.ts'
import { EmbeddedError } from './error.ts'
import type { Identity } from './identity.ts'
import { isAlive, kill, launch, readServerPid } from './launch.ts'
import { probe } from './probe.ts'

export type ServerPlan = {
  folder: string
  data: string
  identity: Identity
  binaries: Binaries
  settings: Readonly<Record<string, string>>
  endpoint: Endpoint
  otherEndpoint(): Promise<Endpoint>
  prepare(endpoint: Endpoint): Promise<void>
}

export type RunningServer = {
  endpoint: Endpoint
  pid: number
  owned: boolean
  /** Only of a server that this process started. */
  child?: ChildProcess
  ended?: Promise<string>
}

/** Recovery after a crash reads at most `max_wal_size` of log; a minute is generous for that. */
const readyWithinMs = 60_000
/**
 * How long somebody else may hold the data folder without answering: another start that is not ready yet; a killed
 * server, which may stay behind as a zombie for a second or two; a session that outlived its server and finishes its
 * statement first (the statement timeout ends it after 5 s).
 */
const lockReleasedWithinMs = 20_000
/** A second of knocking tells a server that is just ending from a stranger who never says a word. */
const muteKnocksMax = 20

/** Joins the server of this data folder when one answers, else starts it; resolves when it takes connections. */
export async function startServer(plan: ServerPlan): Promise<RunningServer> {
  const begun = Date.now()
  let { endpoint } = plan
  let muteKnocks = 0
  let refusedSince: number | undefined
  while (Date.now() - begun < readyWithinMs) {
    const presence = await probe(endpoint.url('postgres'), plan.data)
    if (presence === 'ready') return joinRunning(plan, endpoint)
    if (presence === 'mute') muteKnocks += 1
    if (presence === 'other' || muteKnocks > muteKnocksMax) {
      endpoint = await plan.otherEndpoint()
      muteKnocks = 0
    }
    if (presence !== 'absent') {
      await sleep(50)
      continue
    }
    await plan.prepare(endpoint)
    const started = await start(plan, endpoint)
    if (typeof started !== 'string') return started
    refusedSince ??= Date.now()
    if (!isLockRefusal(started) || Date.now() - refusedSince > lockReleasedWithinMs) throw failure(plan, started)
    await sleep(100)
  }
  throw failure(plan, `not ready within ${readyWithinMs / 1000} s`)
}

/** Resolves with the running server, or with its last words when it ended instead of becoming ready. */
async function start(plan: ServerPlan, endpoint: Endpoint): Promise<RunningServer | string> {
  const { child, ended } = launch({
    identity: plan.identity,
    postgres: plan.binaries.postgres,
    data: plan.data,
    logFile: logFile(plan),
    settings: { ...plan.settings, ...endpoint.settings },
  })
  const begun = Date.now()
  while (Date.now() - begun < readyWithinMs) {
    const lastWords = await Promise.race([ended, sleep(20)])
    if (lastWords !== undefined) return lastWords
    // Of two starts at once only one holds the lock; the other must not take the winner's answer for its own server's.
    const pid = readServerPid(plan.data)
    if (pid === undefined || pid !== child.pid) continue
    writeFileSync(ownerFile(plan), String(process.pid))
    if ((await probe(endpoint.url('postgres'), plan.data)) === 'ready')
      return { endpoint, pid, owned: true, child, ended }
  }
  if (child.pid !== undefined) kill(child.pid, 'SIGQUIT')
  return await ended
}

/** A server whose owner died without it is adopted: somebody has to stop it in the end. */
function joinRunning(plan: ServerPlan, endpoint: Endpoint): RunningServer {
  const pid = readServerPid(plan.data)
  if (pid === undefined) throw failure(plan, 'it answers, and its lock file is gone')
  const owner = readOwner(plan)
  const orphaned = owner === undefined || !isAlive(owner)
  if (orphaned) writeFileSync(ownerFile(plan), String(process.pid))
  return { endpoint, pid, owned: orphaned }
}

/** Undefined too when a full disk has left the file empty: to the system 0 would be a process that always lives. */
function readOwner(plan: ServerPlan): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(ownerFile(plan), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Before the owner stops its server: one that somebody has started again by then, and left behind, would count as this
 * process's for as long as it lives.
 */
export const detachServer = (plan: ServerPlan): void => rmSync(ownerFile(plan), { force: true })

const ownerFile = ({ folder }: ServerPlan) => join(folder, 'owner')
const logFile = ({ folder }: ServerPlan) => join(folder, 'server.log')
const isLockRefusal = (lastWords: string) => /lock file ".*" already exists|pre-existing shared memory/.test(lastWords)

function failure(plan: ServerPlan, lastWords: string) {
  const lines = lastWords.split('\n')
  // What the server gave up for, if it says so: the lines after that tell only how it ended.
  const fatal = lines.filter((line) => /\b(FATAL|PANIC): /.test(line))
  const words = (fatal.length > 0 ? fatal : lines).slice(-3).join(' ')
  return new EmbeddedError(
    `The embedded PostgreSQL did not start: ${words} (see ${logFile(plan)}, or set DATABASE_URL)`,
  )
}
