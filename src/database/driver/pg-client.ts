import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import pg from 'pg'
// @ts-expect-error: the driver's types leave out how it encodes a value
import { prepareValue } from 'pg/lib/utils.js'
import { sqlState } from '../sqlstates.ts'
import { destroyOnProtocolViolation } from './protocol-violation.ts'

/** Milliseconds to open a connection; whether its session is its own, and so keeps prepared statements. */
type ConnectionOptions = { connectMs: number; namedStatements: boolean }

/**
 * A client that names the statements of `prepareQuery`, so that each is parsed once a connection, and closes itself
 * when its session is unusable, or after bytes outside the protocol. It handles 'error' while idle, so that a session
 * that the server ends (57P01) does not end the process.
 */
export function createConnectionClass({ connectMs, namedStatements }: ConnectionOptions): typeof pg.Client {
  return class Connection extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      // The pool hands its own options down; its wait for a free client is not the time that opening one may take.
      super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: connectMs })
      this.on('error', () => {})
      destroyOnProtocolViolation(this)
      const send = this.query.bind(this) as LooseQuery
      let isEnding = false
      const query: LooseQuery = (text, values, callback) => {
        const name = namedStatements && typeof text === 'string' ? names.get(text) : undefined
        const reply = name === undefined ? send(text, values, callback) : send({ name, text, values }, callback)
        if (!(reply instanceof Promise)) return reply
        return reply.catch((error: unknown) => {
          if (isSessionUnusable(error) && !isEnding) {
            isEnding = true
            void this.end()
          }
          throw error
        })
      }
      this.query = query as pg.Client['query']
    }
  }
}

/** Private part of the driver: its socket. */
type Inside = { connection: { stream: Writable } }

/** Sends what `submit` writes in one piece: a system call for each statement would cost more than the statement. */
export function sendTogether<T>(client: pg.ClientBase, submit: () => T): T {
  const { stream } = (client as unknown as Inside).connection
  stream.cork()
  try {
    return submit()
  } finally {
    stream.uncork()
  }
}

/** The values as the driver sends them. @throws the error of one that cannot be encoded */
export const encodeValues = (values: readonly unknown[]): unknown[] => values.map((value) => prepareValue(value))

type LooseQuery = (text: unknown, values?: unknown, callback?: unknown) => unknown

/** The names of prepared statements. Those of `prepareQuery` alone, which are as many as the code has. */
const names = new Map<string, string>()

/** Has every connection prepare the statement at its first use. */
export function nameStatement(text: string): void {
  // 132 bits of SHA-256; PostgreSQL truncates a name to 63 characters.
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 22))
}

/** The message of a statement that was not answered in time, as the driver writes it. */
const queryTimeoutMessage = 'Query read timeout'

const unusableStates = new Set<string>([
  sqlState.invalidSqlStatementName,
  sqlState.duplicatePreparedStatement,
  sqlState.readOnlySqlTransaction,
  sqlState.adminShutdown,
  sqlState.crashShutdown,
  sqlState.idleSessionTimeout,
  sqlState.idleInTransactionSessionTimeout,
  sqlState.transactionTimeout,
])

/**
 * 26000: the server does not know the statement. 42P05: it has one of that name already. 25006: it became a standby,
 * and a new session finds the new primary. 57P01 and the like: the server closes the connection after these words.
 * 0A000 with these words: a migration changed the columns that the prepared statement returns.
 */
export function isSessionUnusable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if ((code !== undefined && unusableStates.has(code)) || message === queryTimeoutMessage) return true
  return code === sqlState.featureNotSupported && message === 'cached plan must not change result type'
}
