import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { type ConnectedDatabase, type ConnectOptions, connect } from '#src/database/connect.ts'
import { citusSettings, citusUrl, createOnCluster } from './citus.ts'
import { queryOnce } from './embedded.ts'
import { chooseServerFolder, ensureTemplate, urlFile } from './test-template.ts'

const folder = chooseServerFolder()

/** A migrated database for this test alone, gone when the test ends; with the pool and timeouts of the real service. */
export async function freshDatabase(
  t: Test,
  env: Record<string, string | undefined> = {},
): Promise<{ url: string; database: ConnectedDatabase; db: ConnectedDatabase['db'] }> {
  const url = citusUrl === undefined ? await copyTemplate(t) : await createOnCluster(t)
  const { pool, timeouts } = loadConfig({ ...citusSettings, ...env })
  const database = openPool(t, url, { pool, timeouts, sharded: citusUrl !== undefined })
  return { url, database, db: database.db }
}

/** Another pool on a database, as of another process; closed when the test ends. */
export function openPool(
  t: TestOwner,
  url: string,
  { pool, timeouts, ...more }: PartialOptions = {},
): ConnectedDatabase {
  const config = loadConfig({ ...citusSettings })
  const database = connect({
    url,
    pool: { ...config.pool, ...pool },
    timeouts: { ...config.timeouts, ...timeouts },
    applicationName: 'sittings test',
    ...more,
  })
  t.teardown(() => database.close())
  return database
}

type PartialOptions = Partial<
  Omit<ConnectOptions, 'pool' | 'timeouts'> & {
    pool: Partial<ConnectOptions['pool']>
    timeouts: Partial<ConnectOptions['timeouts']>
  }
>

/** The address of a migrated database on the shared server, gone when the test ends. */
export async function copyTemplate(t: TestOwner): Promise<string> {
  const server = await joinServer(t)
  return await createDatabase(t, server, await ensureTemplate(server.client, server.buildUrl))
}

/** A database without a single table. */
export async function emptyDatabase(t: Test): Promise<string> {
  return await createDatabase(t, await joinServer(t), 'template0')
}

/** Gives every session of the database these timeouts by its role, as an operator does behind a transaction pooler. */
export async function setRoleTimeouts(url: string, value: string): Promise<void> {
  const database = new URL(url).pathname.slice(1)
  for (const name of ['statement', 'lock', 'idle_in_transaction_session', 'transaction'])
    await queryOnce(url, `alter role current_user in database ${database} set ${name}_timeout = '${value}'`)
}

/** What a database needs of a test: a script has the same, without a test. */
type TestOwner = { teardown(end: () => unknown): unknown }
type Server = { client: pg.Client; buildUrl: (database: string) => string }

async function createDatabase(t: TestOwner, { client, buildUrl }: Server, template: string): Promise<string> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  // Copying the files writes no WAL for them; with fsync off there is nothing to wait for either.
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  t.teardown(() => client.query(`drop database if exists ${name} with (force)`))
  return buildUrl(name)
}

/** The shared server, started if necessary. The connection keeps it alive until the test has ended. */
async function joinServer(t: TestOwner): Promise<Server> {
  const deadline = Date.now() + 60_000
  let starter: ChildProcess | undefined
  while (Date.now() < deadline) {
    const server = await tryConnect()
    if (server !== undefined) {
      t.teardown(() => server.client.end())
      return server
    }
    // A process that has ended found the server running, or its predecessor shutting down.
    if (starter === undefined || starter.exitCode !== null) starter = startServer()
    await sleep(50)
  }
  throw new Error(`The test server did not start; see ${join(folder, 'server.log')}`)
}

async function tryConnect(): Promise<Server | undefined> {
  const text = readIfThere(join(folder, urlFile))
  // Empty while the starting server writes it.
  if (!text) return undefined
  const url = new URL(text)
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => {}) // a query in a test says so; without a listener the file would end without its report
  try {
    await client.connect()
  } catch {
    return undefined
  }
  return { client, buildUrl: (database) => Object.assign(new URL(url), { pathname: `/${database}` }).href }
}

/** A server that ends removes the file at any moment. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function startServer(): ChildProcess {
  const script = fileURLToPath(new URL('test-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { detached: true, stdio: 'ignore' })
  child.unref()
  return child
}
