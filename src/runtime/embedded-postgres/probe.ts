import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from '#src/database/sqlstates.ts'

/**
 * The state of an address:
 * - `ready`: the server of this data folder, accepting connections;
 * - `busy`: a server that is starting, recovering or shutting down;
 * - `mute`: the peer closes without a response: a server at its end, or no PostgreSQL;
 * - `absent`: nothing listens;
 * - `other`: a server of another data folder, or something else that responds.
 */
export type ProbeResult = 'ready' | 'busy' | 'mute' | 'absent' | 'other'

const absent = new Set(['ENOENT', 'ECONNREFUSED'])
/** Driver errors without a code; the last occurs when the server ends between connecting and the query. */
const hungUp = /^(Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error)/
/** 57P03: not accepting connections; 57P01, 57P02: shut down during the probe; 53300: full, hence running. */
const busy = new Set<string>([
  sqlState.adminShutdown,
  sqlState.crashShutdown,
  sqlState.cannotConnectNow,
  sqlState.tooManyConnections,
])

export async function probe(url: string, data: string): Promise<ProbeResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => {}) // without a listener a shutdown would end the process
  try {
    await client.connect()
    const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`)
    return realpathSync(rows[0]?.data ?? '') === realpathSync(data) ? 'ready' : 'other'
  } catch (error) {
    return toProbeResult(error as NodeJS.ErrnoException)
  } finally {
    await client.end().catch(() => {})
  }
}

function toProbeResult({ code = '', message }: NodeJS.ErrnoException): ProbeResult {
  if (absent.has(code)) return 'absent'
  if (busy.has(code)) return 'busy'
  return ['ECONNRESET', 'EPIPE'].includes(code) || hungUp.test(message) ? 'mute' : 'other'
}

/** How long a server may take to be replaced when it shuts down just after this process joined it. */
const backWithinMs = 30_000

/**
 * Creates the database unless it exists. A server may be shutting down with its owner: then this waits for its
 * successor.
 */
export async function ensureDatabase(maintenanceUrl: string, database: string) {
  const startedAtMs = Date.now()
  for (;;) {
    try {
      return await createUnlessThere(maintenanceUrl, database)
    } catch (error) {
      if (toProbeResult(error as NodeJS.ErrnoException) === 'other' || Date.now() - startedAtMs > backWithinMs)
        throw error
      await sleep(100)
    }
  }
}

/** Of two concurrent creators the later one finds it created. */
async function createUnlessThere(maintenanceUrl: string, database: string) {
  const client = new pg.Client({ connectionString: maintenanceUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // without a listener a shutdown would end the process
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Its unique index refuses a database that is made at this very moment.
    if (code !== sqlState.duplicateDatabase && code !== sqlState.uniqueViolation) throw error
  } finally {
    await client.end().catch(() => {})
  }
}
