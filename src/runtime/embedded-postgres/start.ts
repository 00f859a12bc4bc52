import { mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { type Cluster, ensureCluster, isAlive } from './cluster.ts'
import { buildUrl, ensureDatabase, isBusy, probe } from './connection.ts'
import { EmbeddedError } from './error.ts'
import { chooseIdentity } from './identity.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './server-process.ts'

export { EmbeddedError } from './error.ts'

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
/** A killed server may still be a zombie, or a session outlive it: its statement timeout is 5 s. */
const lockReleasedWithinMs = 20_000
const isLockRefusal = (words: string) => /lock file ".*" already exists|pre-existing shared memory/.test(words)
const isPortRefusal = (words: string) => words.includes('could not create any TCP/IP sockets')

/**
 * Joins the project's own PostgreSQL of `folder`, or makes it and starts it; it ends with the process that started it.
 * @param options.settings server settings for this start, such as `fsync`
 * @throws EmbeddedError when the platform has no server or it does not start
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { database = 'sittings', settings = {} } = options
  const programs = findBinaries()
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const data = join(folder, 'data')
  const identity = chooseIdentity({ folder, data, program: programs.postgres })
  const cluster: Cluster = { data, passwordFile: join(folder, 'password'), identity, initdb: programs.initdb }
  const logFile = join(folder, 'server.log')
  const startedAtMs = Date.now()
  let words = ''
  while (Date.now() - startedAtMs < readyWithinMs) {
    const running = await findRunning(cluster)
    if (typeof running === 'object') {
      const joined = await ensureDatabase(buildUrl(running, 'postgres'), database).catch(returnIfBusy)
      if (joined === undefined) return { url: buildUrl(running, database), owned: false, stop: async () => {} }
    }
    if (running !== undefined) {
      await sleep(50)
      continue
    }
    const password = await ensureCluster(cluster)
    const port = await findFreePort()
    const server = startServerProcess({
      identity,
      postgres: programs.postgres,
      data,
      logFile,
      settings: { ...settings, port },
    })
    const url = buildUrl({ port: Number(port), password }, 'postgres')
    const outcome = await waitUntilReady(server, url, data)
    if (outcome === undefined) {
      await ensureDatabase(url, database)
      return own(server, buildUrl({ port: Number(port), password }, database))
    }
    words = outcome
    const isLocked = isLockRefusal(words) && Date.now() - startedAtMs < lockReleasedWithinMs
    if (!isLocked && !isPortRefusal(words)) break
    await sleep(100)
  }
  throw createFailure(words, logFile)
}

/** The server that the lock file names, if it answers as that of this folder. */
async function findRunning({ data, passwordFile }: Cluster) {
  const lines = readIfThere(join(data, 'postmaster.pid')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  const password = readIfThere(passwordFile)
  if (!(port > 0) || password === '' || !isAlive(pid)) return undefined
  const state = await probe(buildUrl({ port, password }, 'postgres'), data)
  if (state === 'absent') return undefined
  return state === 'ready' ? { port, password } : state
}

/** Undefined once the server accepts connections; its last log lines if it ended instead. */
async function waitUntilReady(server: ServerProcess, url: string, data: string): Promise<string | undefined> {
  const startedAtMs = Date.now()
  while (Date.now() - startedAtMs < readyWithinMs) {
    const words = await Promise.race([server.ended, sleep(20)])
    if (words !== undefined) return words
    // Of two concurrent starts only one holds the lock; the other must not take the winner's response for its own.
    const pid = Number.parseInt(readIfThere(join(data, 'postmaster.pid')), 10)
    if (pid === server.child.pid && (await probe(url, data)) === 'ready') return undefined
  }
  await stopServerProcess(server)
  return `not ready within ${readyWithinMs / 1000} s`
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
      stopped ??= stopServerProcess(server)
      return stopped
    },
  }
}

async function findFreePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new EmbeddedError('No free port on 127.0.0.1')
  return String(address.port)
}

function returnIfBusy(error: NodeJS.ErrnoException): 'busy' {
  if (isBusy(error) || error.code === 'ECONNREFUSED') return 'busy'
  throw error
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function createFailure(words: string, logFile: string): EmbeddedError {
  const lines = words.split('\n')
  // The server's fatal messages, where there are any: later lines only report the shutdown.
  const fatal = lines.filter((line) => /\b(FATAL|PANIC): /.test(line))
  const last = (fatal.length > 0 ? fatal : lines).slice(-3).join(' ')
  return new EmbeddedError(`The embedded PostgreSQL did not start: ${last} (see ${logFile}, or set DATABASE_URL)`)
}
