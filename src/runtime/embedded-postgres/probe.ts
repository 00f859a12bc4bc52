import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * What is at an address:
 * - `ready`: the server of this very data folder, taking connections;
 * - `busy`: a server that is starting, recovering or shutting down;
 * - `mute`: somebody who hangs up without a word: a server at its very end, or no PostgreSQL at all;
 * - `absent`: nobody listens;
 * - `other`: somebody answers, and it is not the server of this data folder.
 */
export type ProbeResult = 'ready' | 'busy' | 'mute' | 'absent' | 'other'

const absent = new Set(['ENOENT', 'ECONNREFUSED'])
/** The driver's words, which have no code; the last are of a server that ended between its welcome and the question. */
const hungUp = /^(Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error)/
/** 57P03: not accepting connections yet or any more; 57P01, 57P02: ended under our feet; 53300: full, hence running. */
const busy = new Set(['57P01', '57P02', '57P03', '53300'])

export async function probe(url: string, data: string): Promise<ProbeResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => {}) // the answer below is all that matters; without a listener a shutdown would end the process
  try {
    await client.connect()
    const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`)
    return realpathSync(rows[0]?.data ?? '') === realpathSync(data) ? 'ready' : 'other'
  } catch (error) {
    return presenceOf(error as NodeJS.ErrnoException)
  } finally {
    await client.end().catch(() => {})
  }
}

function presenceOf({ code = '', message }: NodeJS.ErrnoException): ProbeResult {
  if (absent.has(code)) return 'absent'
  if (busy.has(code)) return 'busy'
  return ['ECONNRESET', 'EPIPE'].includes(code) || hungUp.test(message) ? 'mute' : 'other'
}

/** How long a server may be ending under somebody who joined it in its last moment, until it is up again. */
const backWithinMs = 30_000

/**
 * Creates the database unless it is there. A server that answered a moment ago may be at its end, because its owner
 * leaves; then this waits for the one that takes its place.
 */
export async function ensureDatabase(maintenanceUrl: string, database: string) {
  const begun = Date.now()
  for (;;) {
    try {
      return await createUnlessThere(maintenanceUrl, database)
    } catch (error) {
      if (presenceOf(error as NodeJS.ErrnoException) === 'other' || Date.now() - begun > backWithinMs) throw error
      await sleep(100)
    }
  }
}

/** Of two creators at once the slower one finds it made. */
async function createUnlessThere(maintenanceUrl: string, database: string) {
  const client = new pg.Client({ connectionString: maintenanceUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the query below rejects; without a listener a shutdown would end the process
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['42P04', '23505'].includes(code)) throw error // 42P04 duplicate_database, or its unique index a moment earlier
  } finally {
    await client.end().catch(() => {})
  }
}
