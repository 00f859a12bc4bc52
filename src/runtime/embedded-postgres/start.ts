import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from '#src/database/sqlstates.ts'
import { EmbeddedError, findBinaries } from './binaries.ts'
import { buildUrl, type Cluster, cleanEnvironment, ensureCluster, isAlive } from './cluster.ts'
import { chooseIdentity, getUser } from './identity.ts'

export type EmbeddedPostgres = {
  /** Connection string for `pg` and libpq; each start takes a free port. */
  url: string
  /** Whether this process started the server, and so stops it. */
  owned: boolean
  /** Fast shutdown of an owned server. Idempotent. */
  stop(): Promise<void>
}

type Options = { folder: string; database?: string; settings?: Readonly<Record<string, string>> }

/** Recovery reads at most `max_wal_size` of log; a minute is ample. */
const readyWithinMs = 60_000

/** Another process was quicker with the folder or the port; or a killed server is still a zombie. */
const passingRefusals = /lock file ".*" already exists|pre-existing shared memory|could not create any TCP\/IP sockets/

/**
 * Joins the project's own PostgreSQL of `folder`, or makes it and starts it; it ends with the process that started it.
 * @param options.settings server settings for this start, such as `fsync`
 * @throws EmbeddedError when the platform has no server or it does not start
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { database, settings = {} } = options
  const programs = findBinaries()
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const logFile = join(folder, 'server.log')
  const identity = chooseIdentity({ folder, data, program: programs.postgres })
  const cluster = { data, passwordFile, identity, programs }
  const deadline = Date.now() + readyWithinMs
  let words = 'another process has the folder, and does not answer'
  for (; Date.now() < deadline; await sleep(50)) {
    const running = readLockFile(data)
    if (running?.isReady && existsSync(passwordFile)) {
      const url = buildUrl({ port: running.port, password: readFileSync(passwordFile, 'utf8') }, database)
      if (await isAccepting(url)) return { url, owned: false, stop: async () => {} }
    }
    // One that starts or stops is waited for. One that says it is ready and is not left its lock file behind.
    if (running !== undefined && !running.isReady) continue
    const password = await ensureCluster(cluster)
    const port = await findFreePort()
    const server = startServer(cluster, logFile, { ...settings, port: String(port) })
    const failure = await waitUntilReady(server, data, deadline)
    if (failure === undefined) return own(server, buildUrl({ port, password }, database))
    words = failure
    if (!passingRefusals.test(words)) break
  }
  throw createFailure(words, logFile)
}

/** What a server says of itself in its lock file; undefined where its process has ended. */
function readLockFile(data: string) {
  const file = join(data, 'postmaster.pid')
  const lines = readFileIfThere(file).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && isAlive(pid) ? { pid, port, isReady: /^(ready|standby)/.test(lines[7] ?? '') } : undefined
}

/** Empty where there is none: a server that ends removes its lock file at any moment. */
function readFileIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

/** A server that was killed or told to stop may still be named as ready. */
async function isAccepting(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // without a listener a shutdown would end the process
  try {
    await client.connect()
    return true
  } catch (error) {
    // It takes connections, and has no such database: for the first use of it to say.
    return (error as NodeJS.ErrnoException).code === sqlState.invalidCatalogName
  } finally {
    await client.end().catch(() => {})
  }
}

type ServerProcess = {
  child: ChildProcess
  /** Resolves with the server's last log lines once it has ended. */
  ended: Promise<string>
}

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
  max_connections: '100',
  max_wal_size: '256MB', // the default of 1 GB only wastes disk in development
}

const logBytesMax = 1_000_000

function startServer({ data, identity, programs }: Cluster, logFile: string, settings: object): ServerProcess {
  const all = Object.entries({ ...fixedSettings, ...settings }).map(([name, value]) => `--${name}=${value}`)
  const [command = '', ...args] = [...identity.prefix, programs.postgres, '-D', data, ...all]
  if (existsSync(logFile) && statSync(logFile).size > logBytesMax) truncateSync(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const from = statSync(logFile).size
  const child = spawn(command, args, {
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

/** Undefined once the server accepts connections; why not if it ended instead, or is late. */
async function waitUntilReady(server: ServerProcess, data: string, deadline: number): Promise<string | undefined> {
  while (Date.now() < deadline) {
    const words = await Promise.race([server.ended, sleep(20)])
    if (words !== undefined) return words
    // Of two concurrent starts only one holds the lock.
    const running = readLockFile(data)
    if (running?.pid === server.child.pid && running?.isReady) return undefined
  }
  await stopServer(server)
  return `not ready within ${readyWithinMs / 1_000} s`
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
async function stopServer({ child, ended }: ServerProcess): Promise<void> {
  child.ref()
  child.kill('SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(patience)
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new EmbeddedError('No free port on 127.0.0.1')
  return address.port
}

function createFailure(words: string, logFile: string): EmbeddedError {
  const lines = words.split('\n')
  // The server's fatal messages, where there are any: later lines only report the shutdown.
  const fatal = lines.filter((line) => /\b(FATAL|PANIC): /.test(line))
  const last = (fatal.length > 0 ? fatal : lines).slice(-3).join(' ')
  return new EmbeddedError(`The embedded PostgreSQL did not start: ${last} (see ${logFile}, or set DATABASE_URL)`)
}
