import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addArtist } from '#src/admin/artists.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { buildUrl } from '#src/runtime/embedded-postgres/connection.ts'
import { getEmbeddedFolder } from '#src/runtime/open-database.ts'
import { startBuilt } from '../../support/built.ts'
import { assertConforms } from '../../support/conforms.ts'
import type { Service } from '../../support/service.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { type ApiReply, type Method, parseBody } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'

export type Replicas = Awaited<ReturnType<typeof startReplicas>>

/** Milliseconds after which a caller gives up: a later response counts as none. */
const answeredWithinMs = 60_000

/** Services, each a process of its own that can be ended and started again under another address. */
export async function startReplicas(
  environment: Pick<TestEnvironment, 'folder' | 'teardown' | 'log'>,
  count: number,
  settings: Record<string, string>,
) {
  const env = {
    DATA_FOLDER: join(environment.folder, 'service'),
    LOG_LEVEL: 'error',
    ...withoutLimits,
    ...withoutShedding,
    ...settings,
  }
  const services = new Map<number, Service>()
  const ending = new WeakSet<Service>()
  async function start(at: number): Promise<void> {
    const service = await startBuilt(env)
    services.set(at, service)
    service.process.once('exit', (code, signal) => {
      if (ending.has(service)) return
      environment.log(`Service ${at} ended by itself, with ${signal ?? code}: ${service.output().slice(-1_000)}`)
    })
  }
  /** Ends one, and returns its exit code; null when the signal ended it. */
  async function end(at: number, signal: NodeJS.Signals): Promise<number | null> {
    ending.add(getService(at))
    return await getService(at).end(signal)
  }
  environment.teardown(() => Promise.all([...services.keys()].map((at) => end(at, 'SIGKILL'))))
  for (let at = 0; at < count; at += 1) await start(at)
  const getService = (at: number): Service => {
    const found = services.get(at % count)
    if (found === undefined) throw new Error(`There is no service ${at}`)
    return found
  }

  const config = loadConfig(env)
  const claim = { subject: 'owner', ttlSeconds: 6 * 3_600, environment: config.environment }
  const authorization = `Bearer ${await signLocalToken(config, claim)}`

  /** One request to one service, validated against the contract. Rejects without a response. */
  async function send(at: number, method: Method, path: string, body?: unknown): Promise<ApiReply> {
    const response = await fetch(`${getService(at).base}${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answeredWithinMs),
    }).catch(throwNoAnswer)
    const text = await response.text().catch(throwNoAnswer)
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parseBody(response.headers.get('content-type'), text),
    }
    assertConforms(method, path, answer)
    return answer
  }
  return { count, getService, start, end, send }
}

/** No service was there, or the connection broke before the whole response had come. */
export class NoResponseError extends Error {}

function throwNoAnswer(cause: unknown): never {
  throw new NoResponseError('No answer came', { cause })
}

/** The process of the embedded server of this folder, and all of its sessions and writers. */
export function listServerProcesses(folder: string): number[] {
  const [line = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const server = Number.parseInt(line, 10)
  return [server, ...listChildren(server)]
}

function listChildren(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => readParent(pid) === parent).map(Number)
}

/** Fields of `stat` follow the name in brackets, which may contain anything; the second of them is the parent. */
function readParent(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined // it has ended since
  }
}

/** Sends a signal to each that still exists. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/**
 * A test environment on the embedded database of a running service (`npm start`) in `dataFolder`. This server has every
 * durability setting, which test servers omit for speed. This process only joins it; it neither starts nor stops it.
 */
export async function joinDatabase(
  environment: TestEnvironment,
  dataFolder: string,
): Promise<TestEnvironment & { server: string }> {
  const config = loadConfig({ DATA_FOLDER: dataFolder })
  const server = getEmbeddedFolder(config)
  const url = readUrl(server)
  const { db, close } = connect({ url, ...config, applicationName: 'sittings system test' })
  environment.teardown(close)
  async function createArtist(): Promise<string> {
    const id = environment.newId()
    await addArtist(db, { id, name: 'Mara Quill', bio: null })
    return id
  }
  return { ...environment, server, url, db, createArtist }
}

/** The server's lock file has its port in the fourth line. */
function readUrl(server: string): string {
  const lock = readFileSync(join(server, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return buildUrl({ port: Number(lock[3]), password: readFileSync(join(server, 'password'), 'utf8') }, 'sittings')
}

/** Whether the server keeps what it has acknowledged through a crash of the machine, by its own settings. */
export async function isDurable({ db }: TestEnvironment): Promise<boolean> {
  const { rows } = await sql<{ durable: boolean }>`select current_setting('fsync') = 'on'
    and current_setting('synchronous_commit') = 'on' and current_setting('full_page_writes') = 'on' as durable`.execute(
    db,
  )
  return rows[0]?.durable ?? false
}
