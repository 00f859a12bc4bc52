import { realpathSync } from 'node:fs'
import pg from 'pg'
import { sqlState } from '#src/database/sqlstates.ts'
import { superuser } from './cluster.ts'

export const buildUrl = ({ port, password }: { port: number; password: string }, database: string) =>
  `postgresql://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`

/** 57P03: not accepting connections; 57P01, 57P02: shut down just then; 53300: full, hence running. */
const busy = new Set<unknown>([
  ...[sqlState.adminShutdown, sqlState.crashShutdown, sqlState.cannotConnectNow, sqlState.tooManyConnections],
  ...['ECONNRESET', 'EPIPE'],
])
/** Errors of the driver without a code: the server ended between connecting and the query. */
const hungUp = /^(Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error)/

/** Whether a server is about to accept connections, or to end: it answers, and not yet or no longer with rows. */
export const isBusy = ({ code, message }: NodeJS.ErrnoException): boolean => busy.has(code) || hungUp.test(message)

/** Whether the server of this data folder accepts connections here; `busy` while it starts, recovers or ends. */
export async function probe(url: string, data: string): Promise<'ready' | 'busy' | 'absent'> {
  try {
    const [row] = await query<{ data: string }>(url, `select current_setting('data_directory') as data`)
    return realpathSync(row?.data ?? '') === realpathSync(data) ? 'ready' : 'absent'
  } catch (error) {
    return isBusy(error as NodeJS.ErrnoException) ? 'busy' : 'absent'
  }
}

/** Creates the database unless it exists; of two concurrent creators the later one finds it created. */
export async function ensureDatabase(url: string, database: string): Promise<void> {
  if ((await query(url, 'select from pg_database where datname = $1', [database])).length > 0) return
  const created = query(url, `create database ${pg.escapeIdentifier(database)}`)
  await created.catch((error: NodeJS.ErrnoException) => {
    // Its unique index refuses a database that is made at this very moment.
    if (error.code !== sqlState.duplicateDatabase && error.code !== sqlState.uniqueViolation) throw error
  })
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: string[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 30_000 })
  client.on('error', () => {}) // without a listener a shutdown would end the process
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
