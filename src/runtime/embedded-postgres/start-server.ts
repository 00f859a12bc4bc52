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
  openOtherEndpoint(): Promise<Endpoint>
  prepare(endpoint: Endpoint): Promise<void>
}

export type RunningServer = {
  endpoint: Endpoint
  pid: number
  owned: boolean
  /** Only for a server started by this process. */
  child?: ChildProcess
  ended?: Promise<string>
}

/** Recovery reads at most `max_wal_size` of log; a minute is ample. */
const readyWithinMs = 60_000
/**
 * How long the data folder may be locked without a response: by a concurrent start, a killed server still a zombie, or
 * a session that outlived its server (its statement timeout is 5 s).
 */
const lockReleasedWithinMs = 20_000
/** One second of probes distinguishes a server that is ending from a peer that never responds. */
const muteKnocksMax = 20

/** Joins the running server of the data folder, or starts it; resolves when it accepts connections. */
export async function startServer(plan: ServerPlan): Promise<RunningServer> {
  const startedAtMs = Date.now()
  let { endpoint } = plan
  let muteKnocks = 0
  let refusedSince: number | undefined
  while (Date.now() - startedAtMs < readyWithinMs) {
    const presence = await probe(endpoint.buildUrl('postgres'), plan.data)
    if (presence === 'ready') return joinRunning(plan, endpoint)
    if (presence === 'mute') muteKnocks += 1
    if (presence === 'other' || muteKnocks > muteKnocksMax) {
      endpoint = await plan.openOtherEndpoint()
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
    if (!isLockRefusal(started) || Date.now() - refusedSince > lockReleasedWithinMs) throw readFailure(plan, started)
    await sleep(100)
  }
  throw readFailure(plan, `not ready within ${readyWithinMs / 1000} s`)
}

/** Resolves with the running server, or with its last log lines when it ended instead. */
async function start(plan: ServerPlan, endpoint: Endpoint): Promise<RunningServer | string> {
  const { child, ended } = launch({
    identity: plan.identity,
    postgres: plan.binaries.postgres,
    data: plan.data,
    logFile: logFile(plan),
    settings: { ...plan.settings, ...endpoint.settings },
  })
  const startedAtMs = Date.now()
  while (Date.now() - startedAtMs < readyWithinMs) {
    const lastWords = await Promise.race([ended, sleep(20)])
    if (lastWords !== undefined) return lastWords
    // Of two concurrent starts only one holds the lock; the other must not mistake the winner's response for its own.
    const pid = readServerPid(plan.data)
    if (pid === undefined || pid !== child.pid) continue
    writeFileSync(getOwnerFile(plan), String(process.pid))
    if ((await probe(endpoint.buildUrl('postgres'), plan.data)) === 'ready')
      return { endpoint, pid, owned: true, child, ended }
  }
  if (child.pid !== undefined) kill(child.pid, 'SIGQUIT')
  return await ended
}

/** A server whose owner died is adopted, because some process has to stop it. */
function joinRunning(plan: ServerPlan, endpoint: Endpoint): RunningServer {
  const pid = readServerPid(plan.data)
  if (pid === undefined) throw readFailure(plan, 'it answers, and its lock file is gone')
  const owner = readOwner(plan)
  const orphaned = owner === undefined || !isAlive(owner)
  if (orphaned) writeFileSync(getOwnerFile(plan), String(process.pid))
  return { endpoint, pid, owned: orphaned }
}

/** Also undefined for a file that a full disk left empty: pid 0 would count as alive. */
function readOwner(plan: ServerPlan): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(getOwnerFile(plan), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Called before the owner stops its server: otherwise a server restarted by another process and orphaned would count as
 * owned by this one while it lives.
 */
export const detachServer = (plan: ServerPlan): void => rmSync(getOwnerFile(plan), { force: true })

const getOwnerFile = ({ folder }: ServerPlan) => join(folder, 'owner')
const logFile = ({ folder }: ServerPlan) => join(folder, 'server.log')
const isLockRefusal = (lastWords: string) => /lock file ".*" already exists|pre-existing shared memory/.test(lastWords)

function readFailure(plan: ServerPlan, lastWords: string) {
  const lines = lastWords.split('\n')
  // The server's fatal messages, where there are any: later lines only report the shutdown.
  const fatal = lines.filter((line) => /\b(FATAL|PANIC): /.test(line))
  const words = (fatal.length > 0 ? fatal : lines).slice(-3).join(' ')
  return new EmbeddedError(
    `The embedded PostgreSQL did not start: ${words} (see ${logFile(plan)}, or set DATABASE_URL)`,
  )
}
