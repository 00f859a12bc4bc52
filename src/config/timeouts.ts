import type { SettingValues } from './settings.ts'

/** Every wait of the service has an end. All in milliseconds. */
export type Timeouts = Readonly<ReturnType<typeof nestTimeouts>>

/**
 * They nest: a lock is given up before its statement, a statement before the transaction, and the server speaks
 * (statement) before this side stops listening (query), so that the cause reaches the log instead of a bare silence.
 */
export const nestTimeouts = (read: SettingValues) => ({
  /** Waiting for a row or table lock, on the server. */
  lockMs: read.DATABASE_LOCK_TIMEOUT_MS,
  /** One SQL statement, on the server. */
  statementMs: read.DATABASE_STATEMENT_TIMEOUT_MS,
  /** One statement as this side sees it: ends the wait on a server that went silent without closing the socket. */
  queryMs: Math.ceil(1.2 * read.DATABASE_STATEMENT_TIMEOUT_MS),
  /** A transaction in which nothing happens, on the server: what a stalled process leaves behind. */
  idleTransactionMs: read.DATABASE_STATEMENT_TIMEOUT_MS,
  /** A whole transaction, on the server; needs PostgreSQL 17. */
  transactionMs: 3 * read.DATABASE_STATEMENT_TIMEOUT_MS,
  /** Opening one connection, login included, which is what a request for a connection waits for. */
  connectMs: read.DATABASE_POOL_WAIT_MS,
  /** Silence on a connection before TCP asks whether the other end is there. */
  keepAliveMs: 10_000,
  /** From the first byte of an HTTP request to the last byte of its body. */
  requestMs: read.REQUEST_TIMEOUT_MS,
  /** Silence on a caller's connection: longer than the scheduler's longest run, which sends nothing before its end. */
  idleConnectionMs: read.CONNECTION_SILENCE_MS,
  /** From SIGTERM to the last answer; a shorter grace of the platform would cut requests. */
  closeMs: 10_000,
})
