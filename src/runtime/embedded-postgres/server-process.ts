import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import type { Identity } from './identity.ts'

/**
 * The server's log is a file beside its data. `terse` and `panic` keep row values and statements out of it, which hold
 * private answers: the DETAIL of a constraint violation quotes the row.
 */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  max_wal_size: '256MB', // the default of 1 GB only wastes disk in development
}

const logBytesMax = 1_000_000

export type ServerProcess = {
  child: ChildProcess
  /** Resolves with the server's last log lines once it has ended. */
  ended: Promise<string>
}

/** Starts the server and returns at once. */
export function startServerProcess(options: {
  identity: Identity
  postgres: string
  data: string
  logFile: string
  settings: Readonly<Record<string, string>>
}): ServerProcess {
  const { identity, postgres, data, logFile } = options
  const all = Object.entries({ ...settings, ...options.settings })
  const [command = '', ...args] = [...identity.prefix, postgres, '-D', data]
  if (existsSync(logFile) && statSync(logFile).size > logBytesMax) truncateSync(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const from = statSync(logFile).size
  const child = spawn(command, [...args, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...getUser(identity),
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    // Its own process group: Ctrl-C reaches the service alone, which finishes its requests before it stops the server.
    detached: true,
  })
  closeSync(log)
  // The server must not keep a finished command alive; its stop waits for it explicitly.
  child.unref()
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => resolve(readFileSync(logFile).subarray(from).toString().trim()))
  })
  return { child, ended }
}

/** Fast shutdown; after ten seconds an immediate one, from which the next start recovers. */
export async function stopServerProcess({ child, ended }: ServerProcess): Promise<void> {
  child.ref()
  child.kill('SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(patience)
}

export const getUser = ({ uid, gid }: Identity) => ({
  ...(uid !== undefined && { uid }),
  ...(gid !== undefined && { gid }),
})

/** Without PG… variables and locale of the user, which would override the server's settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = ['PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']
  const entries = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' }
}
