import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedError, findBinaries } from './binaries.ts'
import { buildUrl, type Cluster, cleanEnvironment, ensureCluster, readPassword, selectReason } from './cluster.ts'
import { chooseIdentity } from './identity.ts'

export type EmbeddedPostgres = {
  /** Connection string for `pg` and libpq; each start takes a free port. */
  url: string
  /** Whether this process started the server, and so stops it. */
  owned: boolean
  /** Fast shutdown of an owned server. Idempotent. */
  stop(): Promise<void>
}

type Options = { folder: string; settings?: Readonly<Record<string, string>> }

/** Recovery reads at most `max_wal_size` of log; a minute is ample. */
const readyWithinMs = 60_000

/** Another process was quicker with folder or port, which a log collector hides; or a killed server is a zombie. */
const passingRefusals =
  /lock file ".*" already exists|pre-existing shared memory|could not create any TCP\/IP sockets|to logging collector/

/**
 * Joins the project's own PostgreSQL of `folder`, or makes it and starts it; it ends with the process that started it.
 * @param options.settings server settings for this start, such as `fsync`
 * @throws EmbeddedError when the platform has no server or it does not start
 */
export async function startEmbeddedPostgres({ folder, settings }: Options): Promise<EmbeddedPostgres> {
  const cluster = openCluster(folder)
  let server: ServerProcess | undefined
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; await sleep(20)) {
    const port = findPort(cluster)
    const url = port && buildUrl({ port, password: readPassword(cluster) })
    if (url && (await isAccepting(url)))
      return server?.port === port ? own(server, url) : { url, owned: false, stop: async () => {} }
    if (server !== undefined && server.failure === undefined) continue
    if (server?.failure !== undefined && !passingRefusals.test(server.failure)) break
    await ensureCluster(cluster)
    server = startServer(cluster, settings)
  }
  // Before it is stopped, which it would give as its reason.
  const reason = selectReason(server?.failure ?? `not ready within ${readyWithinMs / 1_000} s`)
  if (server !== undefined) await stopServer(server)
  throw new EmbeddedError(
    `The embedded PostgreSQL did not start: ${reason} (see ${cluster.logFile}, or set DATABASE_URL)`,
  )
}

function openCluster(given: string): Cluster {
  mkdirSync(given, { recursive: true })
  const folder = realpathSync(given)
  const programs = findBinaries()
  const data = join(folder, 'data')
  const identity = chooseIdentity({ folder, data, program: programs.postgres })
  return { data, passwordFile: join(folder, 'password'), logFile: join(folder, 'server.log'), identity, programs }
}

/** The port of the folder's server in its lock file, which a killed one leaves behind. */
function findPort({ data }: Cluster): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3])
  } catch (error) {
    // A server that ends removes it at any moment.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

async function isAccepting(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // without a listener a shutdown would end the process
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** `failure`: the server's last log lines, once it has ended. */
type ServerProcess = { child: ChildProcess; port: number; failure: string | undefined }

/**
 * The server's log is a file beside its data. `terse` and `panic` keep row values and statements out of it, which hold
 * private answers: the DETAIL of a constraint violation quotes the row.
 */
const fixedSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_wal_size: '256MB', // the default of 1 GB only wastes disk in development
}

const logBytesMax = 1_000_000

function startServer({ data, logFile, identity, programs }: Cluster, settings = {}): ServerProcess {
  // Above those that Linux gives to connections, which may take any; a port that is taken is a passing refusal.
  const port = randomInt(61_000, 65_536)
  const all = Object.entries({ ...fixedSettings, ...settings, port }).map(([name, value]) => `--${name}=${value}`)
  const [command = '', ...args] = [...identity.prefix, programs.postgres, '-D', data, ...all]
  const log = openSync(logFile, 'a', 0o600)
  if (statSync(logFile).size > logBytesMax) truncateSync(logFile)
  const from = statSync(logFile).size
  const child = spawn(command, args, {
    ...identity.user,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    // Its own process group: Ctrl-C reaches the service alone, which finishes its requests before it stops the server.
    detached: true,
  })
  closeSync(log)
  // The server must not keep a finished command alive; its stop waits for it explicitly.
  child.unref()
  const server: ServerProcess = { child, port, failure: undefined }
  child.once('error', ({ message }) => Object.assign(server, { failure: message }))
  child.once('exit', () => {
    server.failure ??= readFileSync(logFile).subarray(from).toString().trim()
  })
  return server
}

function own(server: ServerProcess, url: string): EmbeddedPostgres {
  // An orderly exit stops the server where the kernel cannot.
  const onExit = () => void server.child.kill('SIGINT')
  process.once('exit', onExit)
  let stopped: Promise<void> | undefined
  return {
    url,
    owned: true,
    stop() {
      process.off('exit', onExit)
      stopped ??= stopServer(server)
      return stopped
    },
  }
}

/** Fast shutdown; after ten seconds an immediate one, from which the next start recovers. */
async function stopServer({ child, failure }: ServerProcess): Promise<void> {
  if (failure !== undefined) return
  const ended = once(child, 'exit')
  child.ref()
  child.kill('SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(patience)
}
