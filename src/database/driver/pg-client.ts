import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import pg from 'pg'
// @ts-expect-error: the driver's types leave out how it encodes a value
import { prepareValue } from 'pg/lib/utils.js'
import { sqlState, sqlStateClass } from '../sqlstates.ts'
import { destroyOnProtocolViolation } from './protocol-violation.ts'
import { queryTimeoutMessage, withQueryTimeout } from './query-timeout.ts'

/** Milliseconds to open a connection, and for a statement to wait for its reply. */
export type ConnectionOptions = { connectMs: number; queryMs: number; namedStatements: boolean }

/**
 * A client that names each statement by a hash of its text, so that it is parsed once a connection, and destroys itself
 * on a query timeout, bytes outside the protocol, or an unusable session. It handles 'error' while idle, so that a
 * session that the server ends (57P01) does not end the process.
 */
export function createConnectionClass({ connectMs, queryMs, namedStatements }: ConnectionOptions): typeof pg.Client {
  return class Connection extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      // The pool hands its own options down; its wait for a free client is not the time that opening one may take.
      super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: connectMs })
      this.on('error', () => {})
      destroyOnProtocolViolation(this)
      const query = withQueryTimeout(this, this.query.bind(this), queryMs)
      this.query = closeWhenUnusable(this, namedStatements ? withNames(query) : query)
    }
  }
}

/** Private part of the driver: its socket. */
type Inside = { connection: { stream: Writable } }

const getSocket = (client: pg.ClientBase): Writable => (client as unknown as Inside).connection.stream

/**
 * Sends what is written during this event loop iteration in one piece: a system call for each statement would cost more
 * than the statement.
 */
export function sendTogether(client: pg.ClientBase): void {
  const socket = getSocket(client)
  if (socket.writableCorked > 0) return
  socket.cork()
  setImmediate(() => socket.uncork())
}

/** Sends what `submit` writes in one piece, at once: for a connection on which no other query is to be awaited. */
export function sendAtOnce<T>(client: pg.ClientBase, submit: () => T): T {
  const socket = getSocket(client)
  socket.cork()
  try {
    return submit()
  } finally {
    socket.uncork()
  }
}

/** The values as the driver sends them. @throws the error of one that cannot be encoded */
export const encodeValues = (values: readonly unknown[]): unknown[] => values.map((value) => prepareValue(value))

type Query = pg.Client['query']
type LooseQuery = (text: unknown, values?: unknown, callback?: unknown) => unknown

/** Statements whose text varies (lists of values, filters) must not fill the server's memory with names. */
const namesMax = 500
const names = new Map<string, string>()

/** What the server calls a statement; undefined once there are too many of them. */
export function nameStatement(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= namesMax) return known
  // 132 bits of SHA-256; PostgreSQL truncates a name to 63 characters.
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

function withNames(query: Query): Query {
  const send = query as LooseQuery
  const queryNamed: LooseQuery = (text, values, callback) => {
    const parameterised = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = parameterised ? nameStatement(text) : undefined
    return name === undefined ? send(text, values, callback) : send({ name, text, values }, callback)
  }
  return queryNamed as Query
}

function closeWhenUnusable(client: pg.Client, query: Query): Query {
  const send = query as LooseQuery
  let isEnding = false
  const queryOrClose: LooseQuery = (text, values, callback) => {
    const reply = send(text, values, callback)
    if (!(reply instanceof Promise)) return reply
    return reply.catch((error: unknown) => {
      if (isSessionUnusable(error) && !isEnding) {
        isEnding = true
        void client.end()
      }
      throw error
    })
  }
  return queryOrClose as Query
}

const unusableStates = new Set<string>([
  sqlState.invalidSqlStatementName,
  sqlState.duplicatePreparedStatement,
  sqlState.readOnlySqlTransaction,
])

/**
 * 26000: the server does not know the statement. 42P05: it has one of that name already. 25006: it became a standby,
 * and a new session finds the new primary. 0A000 with these words: a migration changed the columns that the prepared
 * statement returns.
 */
export function isSessionUnusable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if ((code !== undefined && unusableStates.has(code)) || message === queryTimeoutMessage) return true
  return code === sqlState.featureNotSupported && message === 'cached plan must not change result type'
}

/**
 * Whether a connection is of no use after this: all but what the server says of one statement. 57P01 and its like say
 * that it is about to go.
 */
export function isBroken(error: unknown): boolean {
  return (
    !(error instanceof pg.DatabaseError) ||
    isSessionUnusable(error) ||
    error.code?.startsWith(`${sqlStateClass.operatorIntervention}P`) === true
  )
}
