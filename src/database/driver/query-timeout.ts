import type pg from 'pg'
import { runDetached } from '../detached-context.ts'

/** What a statement fails with that was not answered in time; the driver has the same words for it. */
export const queryTimeoutMessage = 'Query read timeout'

/**
 * What the driver keeps to itself: its side of the protocol, the socket below it, and the statements that it has not
 * told the end of.
 */
type Inside = {
  connection: NodeJS.EventEmitter & { stream: { destroy: (error: Error) => void } }
  _activeQuery: unknown
  _sentQueryQueue: readonly unknown[]
  _queryQueue: readonly unknown[]
}
type Query = pg.Client['query']
type LooseQuery = (...given: unknown[]) => unknown

/**
 * Sends as `query` does, and ends the connection once a statement has waited for its answer for `ms` milliseconds:
 * everybody who waits on it is told. One timer sees to all of them. By those that the driver would make, one for each,
 * all that is made for a statement hangs together as garbage, and outlives the young generation.
 */
export function withQueryTimeout(client: pg.Client, query: Query, ms: number): Query {
  const inside = client as unknown as Inside
  /** When each was asked that is not answered yet, the oldest first. */
  const asked: number[] = []
  let isWatched = false

  function watch(inMs: number): void {
    isWatched = true
    // Whoever is connected keeps the process going by that alone.
    setTimeout(look, inMs).unref()
  }

  function look(): void {
    isWatched = false
    // What the driver has refused by itself is under way nowhere, and nothing has told of it.
    asked.splice(0, asked.length - underWay(inside))
    const [oldest] = asked
    if (oldest === undefined) return
    const leftMs = oldest + ms - performance.now()
    if (leftMs > 0) watch(leftMs)
    else inside.connection.stream.destroy(new Error(queryTimeoutMessage))
  }

  // The server says first that it is ready for a statement, and then after each.
  client.once('connect', () => inside.connection.on('readyForQuery', () => void asked.shift()))
  const watched: LooseQuery = (...given) => {
    asked.push(performance.now())
    if (!isWatched) runDetached(watch, ms)
    return (query as LooseQuery)(...given)
  }
  return watched as Query
}

const underWay = ({ _activeQuery, _sentQueryQueue, _queryQueue }: Inside): number =>
  (_activeQuery ? 1 : 0) + _sentQueryQueue.length + _queryQueue.length
