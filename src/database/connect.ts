import pg from 'pg'
import type { Timeouts } from '#src/config.ts'
import { Database } from './database.ts'
import { createConnectionClass } from './driver/pg-client.ts'
import { openSession } from './session-requirements.ts'
import { types } from './types.ts'

type PoolOptions = Readonly<{
  /** Connections at most. */
  max: number
  /** Milliseconds a caller waits for a free one. */
  waitMs: number
  /** The sessions belong to a transaction pooler: nothing is named and nothing is set on them. */
  transactionPooler?: boolean
}>

export type DatabaseTimeouts = Omit<Timeouts, 'requestMs' | 'idleConnectionMs' | 'closeMs'>

export type ConnectOptions = Readonly<{
  url: string
  pool: PoolOptions
  timeouts: DatabaseTimeouts
  /** The tables lie on a cluster, by artist. */
  sharded?: boolean
  /** Shows in `pg_stat_activity`. */
  applicationName: string
}>

export type ConnectedDatabase = {
  db: Database
  pool: pg.Pool
  /** Waits for queries in flight; safe to call twice. */
  close(): Promise<void>
}

/**
 * Opens a pool lazily: nothing is connected until the first query. No query runs on an unsupported session: it is
 * rejected with `UnsupportedSessionError`, and the next one tries again.
 */
export function connect(options: ConnectOptions): ConnectedDatabase {
  const { url, pool: size, timeouts, sharded = false, applicationName } = options
  const ownSession = size.transactionPooler !== true
  const Connection = createConnectionClass({ connectMs: timeouts.connectMs, namedStatements: ownSession })
  const pool = new pg.Pool({
    connectionString: url,
    Client: Connection,
    max: size.max,
    connectionTimeoutMillis: size.waitMs,
    idleTimeoutMillis: 30_000,
    // An hour: after a failover or a change of address the old connections run out by themselves.
    maxLifetimeSeconds: 3_600,
    application_name: applicationName,
    query_timeout: timeouts.queryMs,
    keepAlive: true,
    // After this silence TCP asks whether the other end is there.
    keepAliveInitialDelayMillis: 10_000,
    // Several statements may be in flight at once; a pooler takes them one at a time.
    pipeline: ownSession,
    types,
    onConnect: (client) => openSession(client, ownSession ? { ...buildSessionTimeouts(timeouts), ...formats } : {}),
  })
  // An idle connection broke, which the pool has dropped by then; without a listener the process would end.
  pool.on('error', () => {})
  const db = new Database({ pool, canPipelineReads: ownSession && !sharded, canBatchReads: !sharded })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= pool.end()
    return closed
  }
  return { db, pool, close }
}

/** The server's names for the timeouts; milliseconds. */
export const buildSessionTimeouts = (timeouts: DatabaseTimeouts) => ({
  statement_timeout: timeouts.statementMs,
  lock_timeout: timeouts.lockMs,
  idle_in_transaction_session_timeout: timeouts.idleTransactionMs,
  transaction_timeout: timeouts.transactionMs,
})

/** What the parsers of ./types.ts rely on, and the isolation level. */
const formats = {
  client_encoding: 'UTF8',
  datestyle: 'ISO',
  timezone: 'UTC',
  default_transaction_isolation: 'read committed',
}
