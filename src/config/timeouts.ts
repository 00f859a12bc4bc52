import type { EnvReader } from './env.ts'

/** Every wait of the service has an end. All in milliseconds. */
export type Timeouts = Readonly<{
  /** One SQL statement, on the server. */
  statementMs: number
  /** Waiting for a row or table lock, on the server. */
  lockMs: number
  /** A transaction in which nothing happens, on the server: what a stalled process leaves behind. */
  idleTransactionMs: number
  /** A whole transaction, on the server; needs PostgreSQL 17. */
  transactionMs: number
  /** One statement as this side sees it: ends the wait on a server that went silent without closing the socket. */
  queryMs: number
  /** Opening one connection, login included. */
  connectMs: number
  /** Silence on a connection before TCP asks whether the other end is there. */
  keepAliveMs: number
  /** From the first byte of an HTTP request to the last byte of its body. */
  requestMs: number
  /**
   * Silence on a caller's connection, in both directions: longer than the scheduler's longest run, which sends nothing
   * before its end.
   */
  idleConnectionMs: number
  /** From SIGTERM to the last answer. */
  closeMs: number
}>

/**
 * The defaults nest: a lock is given up before its statement, a statement before the transaction, and the server speaks
 * (statement) before this side stops listening (query), so that the cause reaches the log instead of a bare silence.
 */
export function readTimeouts(read: EnvReader): Timeouts {
  const readMs = (name: string, otherwise: number) => read.integer(name, { min: 1, max: 600_000, otherwise })
  return {
    lockMs: readMs('DATABASE_LOCK_TIMEOUT_MS', 3_000),
    statementMs: readMs('DATABASE_STATEMENT_TIMEOUT_MS', 5_000),
    queryMs: readMs('DATABASE_QUERY_TIMEOUT_MS', 6_000),
    idleTransactionMs: readMs('DATABASE_IDLE_TRANSACTION_TIMEOUT_MS', 5_000),
    transactionMs: readMs('DATABASE_TRANSACTION_TIMEOUT_MS', 15_000),
    connectMs: readMs('DATABASE_CONNECT_TIMEOUT_MS', 3_000),
    keepAliveMs: readMs('DATABASE_KEEP_ALIVE_MS', 10_000),
    requestMs: readMs('REQUEST_TIMEOUT_MS', 15_000),
    idleConnectionMs: readMs('CONNECTION_SILENCE_MS', 120_000),
    closeMs: readMs('CLOSE_TIMEOUT_MS', 10_000),
  }
}
