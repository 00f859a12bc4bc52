import type pg from 'pg'
import { runDetached } from '../detached-context.ts'

/** The message of a statement that was not answered in time, as the driver writes it. */
export const queryTimeoutMessage = 'Query read timeout'

/** Private parts of the driver: its protocol connection with the socket, and the statements in flight. */
type Inside = {
  connection: NodeJS.EventEmitter & { stream: { destroy: (error: Error) => void } }
  _activeQuery: unknown
  _sentQueryQueue: readonly unknown[]
  _queryQueue: readonly unknown[]
}
type Query = pg.Client['query']
type LooseQuery = (...args: unknown[]) => unknown

/**
 * Wraps `query` so that the connection is destroyed once a statement is unanswered for `ms` milliseconds, which rejects
 * all in flight. One timer serves them all: a timer for each, as the driver makes it, keeps a statement's objects
 * reachable until they outlive the young generation.
 */
export function withQueryTimeout(client: pg.Client, query: Query, ms: number): Query {
  const inside = client as unknown as Inside
  /** When each unanswered statement was sent, the oldest first. */
  const sentAt: number[] = []
  let hasTimer = false

  function startTimer(inMs: number): void {
    hasTimer = true
    // The socket keeps the process alive, not this timer.
    setTimeout(checkOldest, inMs).unref()
  }

  function checkOldest(): void {
    hasTimer = false
    // A statement that the driver itself refused is in flight nowhere, and no event reports it.
    sentAt.splice(0, sentAt.length - countInFlight(inside))
    const [oldest] = sentAt
    if (oldest === undefined) return
    const leftMs = oldest + ms - performance.now()
    if (leftMs > 0) startTimer(leftMs)
    else inside.connection.stream.destroy(new Error(queryTimeoutMessage))
  }

  // The server reports ready once after the start-up and then after each statement.
  client.once('connect', () => inside.connection.on('readyForQuery', () => void sentAt.shift()))
  const queryWithTimeout: LooseQuery = (...args) => {
    sentAt.push(performance.now())
    if (!hasTimer) runDetached(startTimer, ms)
    return (query as LooseQuery)(...args)
  }
  return queryWithTimeout as Query
}

const countInFlight = ({ _activeQuery, _sentQueryQueue, _queryQueue }: Inside): number =>
  (_activeQuery ? 1 : 0) + _sentQueryQueue.length + _queryQueue.length
