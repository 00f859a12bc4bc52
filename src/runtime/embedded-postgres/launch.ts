import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Identity } from './identity.ts'

/**
 * The server's log is a file beside its data. `terse` and `panic` keep row values and statements out of it, which hold
 * private answers: the DETAIL of a constraint violation quotes the row.
 */
const settings: Readonly<Record<string, string>> = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  max_wal_size: '256MB', // the default of 1 GB only wastes disk in development
}

const logBytesMax = 1_000_000

export type Launch = {
  child: ChildProcess
  /** Resolves with the server's last log lines once it has ended. */
  ended: Promise<string>
}

/** Starts the server and returns at once; `probe` finds out when it is ready. */
export function launch(options: {
  identity: Identity
  postgres: string
  data: string
  logFile: string
  settings: Readonly<Record<string, string>>
}): Launch {
  const { identity, postgres, data, logFile } = options
  const settingArgs = Object.entries({ ...settings, ...options.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command = '', ...args] = [...identity.prefix, postgres, '-D', data, ...settingArgs]
  if (existsSync(logFile) && statSync(logFile).size > logBytesMax) truncateSync(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const from = statSync(logFile).size
  const { uid, gid } = identity
  const child = spawn(command, args, {
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    // Its own process group: Ctrl-C reaches the service alone, which finishes its requests before it stops the server.
    detached: true,
  })
  closeSync(log)
  // The server must not keep a finished command alive; `stop` waits for it explicitly.
  child.unref()
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => resolve(readFrom(logFile, from)))
  })
  return { child, ended }
}

function readFrom(file: string, offset: number): string {
  try {
    return readFileSync(file).subarray(offset).toString().trim()
  } catch {
    return '(its log is gone)'
  }
}

/** Fast shutdown: ends sessions, rolls transactions back, flushes. Windows has no such signal; there pg_ctl does it. */
export function requestShutdown(pid: number, { data, pgCtl }: { data: string; pgCtl: string }) {
  if (process.platform === 'win32') spawnSync(pgCtl, ['stop', '-D', data, '-m', 'fast', '-W'])
  else kill(pid, 'SIGINT')
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

/** The server's pid from its lock file, which remains after a kill. */
export function readServerPid(data: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    return Number.isNaN(pid) ? undefined : pid
  } catch {
    return undefined
  }
}

/** Without PG… variables and locale of the user, which would override the server's settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inheritedVariables = ['PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']
  const entries = inheritedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' }
}
