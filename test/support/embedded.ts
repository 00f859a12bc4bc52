import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Test } from 'tap'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { chooseTemporaryFolder } from './test-template.ts'

/** A folder for a server of the test's own. For root, its mode decides under which user the server runs. */
export function createServerFolder(t: Test, mode = 0o755): string {
  const folder = mkdtempSync(join(chooseTemporaryFolder(), 'sittings-embedded-'))
  chmodSync(folder, mode)
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function startServer(
  t: Test,
  folder: string,
  options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {},
) {
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ folder, ...options })
  t.teardown(() => server.stop())
  return server
}

/** The same in another process, which the test may kill. */
export async function startServerProcess(
  t: Pick<Test, 'teardown'>,
  folder: string,
  {
    settings = {},
    ...how
  }: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> & { settings?: Readonly<Record<string, string>> } = {},
) {
  const script = fileURLToPath(new URL('embedded-owner.ts', import.meta.url))
  const args = [script, folder, JSON.stringify(settings)]
  const child = spawn(process.execPath, args, { ...how, stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (child.exitCode !== null) throw new Error(`The server of ${folder} did not start`)
  /** Its orderly end. */
  async function stop(): Promise<void> {
    child.stdin.end()
    await ended
  }
  return { ...(JSON.parse(line) as { url: string; owned: boolean }), child, stop }
}

/** Runs one statement on a connection of its own. */
export async function queryOnce<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the query rejects as well
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

export const readServerPid = (folder: string) =>
  Number.parseInt(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10)
