import { createHash } from 'node:crypto'
import pg from 'pg'
import { sqlState, sqlStateClass } from '../sqlstates.ts'
import { destroyWhenGarbled } from './garbled-stream.ts'
import { queryTimeoutMessage, withQueryTimeout } from './query-timeout.ts'

/** For how many milliseconds one may be opened, and a statement wait for its answer. */
export type ConnectionOptions = { connectMs: number; queryMs: number; namedStatements: boolean }

/**
 * A client that names each statement by a hash of its text, so that it is parsed once a connection, and destroys itself
 * on a query timeout, bytes outside the protocol, or an unusable session. It handles 'error' while idle, so that a
 * session that the server ends (57P01) does not end the process.
 */
export function connectionClass({ connectMs, queryMs, namedStatements }: ConnectionOptions): typeof pg.Client {
  return class Connection extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      // The pool hands its own options down; its wait for a free client is not the time that opening one may take.
      super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: connectMs })
      this.on('error', () => {})
      destroyWhenGarbled(this)
      const query = withQueryTimeout(this, this.query.bind(this), queryMs)
      this.query = distrusting(this, namedStatements ? naming(query) : query)
    }
  }
}

/** What the driver keeps to itself: its socket, and by what way each part of a message goes there. */
type Inside = { stream: NodeJS.WritableStream; _send: (part: Buffer) => boolean }

/** Holds back what is sent over a connection, and lets it leave. */
type Gatherer = {
  /** Whether this call began the end; another may have before. */
  gather: () => boolean
  leave: () => void
}

/** By connection: the driver's pool makes and drops it, and gives no place for a field. */
const gatherers = new WeakMap<Inside, Gatherer>()

/**
 * Everything that is sent before the event loop turns leaves in one piece: a write each would cost more than what is in
 * it.
 */
export function sendTogether(client: pg.ClientBase): void {
  const { gather, leave } = gathererOf(client)
  if (gather()) setImmediate(leave)
}

/**
 * The same of what `submit` sends, which leaves at once: for a connection without other users, where there is none to
 * wait for.
 */
export function sendAtOnce<T>(client: pg.ClientBase, submit: () => T): T {
  const { gather, leave } = gathererOf(client)
  const begun = gather()
  try {
    return submit()
  } finally {
    if (begun) leave()
  }
}

function gathererOf(client: pg.ClientBase): Gatherer {
  const { connection } = client as unknown as { connection: Inside }
  const known = gatherers.get(connection)
  if (known !== undefined) return known
  const made = newGatherer(connection)
  gatherers.set(connection, made)
  return made
}

/** Stays in the connection once it is there: an object whose parts come and go is slow in all that it does. */
function newGatherer(connection: Inside): Gatherer {
  const { stream } = connection
  let parts: Buffer[] | undefined
  connection._send = (part) => {
    if (!stream.writable) return false
    return parts === undefined ? stream.write(part) : parts.push(part) > 0
  }
  return {
    gather: () => {
      if (parts !== undefined) return false
      parts = []
      return true
    },
    leave: () => {
      const [one, ...more] = parts ?? []
      if (one !== undefined && stream.writable) stream.write(more.length > 0 ? Buffer.concat([one, ...more]) : one)
      parts = undefined
    },
  }
}

type Query = pg.Client['query']
type LooseQuery = (text: unknown, values?: unknown, callback?: unknown) => unknown

/** Statements whose text varies (lists of values, filters) must not fill the server's memory with names. */
const namesMax = 500
const names = new Map<string, string>()

/** What the server calls a statement; undefined once there are too many of them. */
export function nameStatement(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= namesMax) return known
  // 132 bits of SHA-256; PostgreSQL keeps 63 characters of a name.
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

function naming(query: Query): Query {
  const send = query as LooseQuery
  const named: LooseQuery = (text, values, callback) => {
    const parameterised = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = parameterised ? nameStatement(text) : undefined
    return name === undefined ? send(text, values, callback) : send({ name, text, values }, callback)
  }
  return named as Query
}

function distrusting(client: pg.Client, query: Query): Query {
  const send = query as LooseQuery
  let isEnding = false
  const watched: LooseQuery = (text, values, callback) => {
    const answer = send(text, values, callback)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (isSessionUnusable(error) && !isEnding) {
        isEnding = true
        void client.end()
      }
      throw error
    })
  }
  return watched as Query
}

const sessionLost = new Set<string>([
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
  if ((code !== undefined && sessionLost.has(code)) || message === queryTimeoutMessage) return true
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
