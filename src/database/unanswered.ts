import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The driver's words for the same. */
export const queryTimeoutMessage = 'Query read timeout'

/** What the driver keeps to itself: its side of the protocol, and the socket below it. */
type Inside = { connection: NodeJS.EventEmitter & { stream: { destroy: (error: Error) => void } } }
type Query = pg.Client['query']
type LooseQuery = (...given: unknown[]) => unknown

/**
 * Sends as `query` does, and ends the connection once a statement has waited for its answer for `ms` milliseconds: everybody who waits on it is told.
 * One timer sees to all of them. By those that the driver would make, one for each, all that is made for a statement hangs together as garbage, and
 * outlives the young generation.
 */
export function endingUnanswered(client: pg.ClientBase, query: Query, ms: number): Query {
  const { connection } = client as unknown as Inside
  /** When each was sent that is not answered yet, the oldest first. */
  const sent: number[] = []
  let isWatched = false

  function watch(inMs: number): void {
    isWatched = true
    // Whoever is connected keeps the process going by that alone.
    setTimeout(look, inMs).unref()
  }

  function look(): void {
    isWatched = false
    const [oldest] = sent
    if (oldest === undefined) return
    const leftMs = oldest + ms - performance.now()
    if (leftMs > 0) watch(leftMs)
    else connection.stream.destroy(new Error(queryTimeoutMessage))
  }

  connection.on('readyForQuery', () => void sent.shift())
  // Of what could not be sent, for a value of it cannot, there is no answer.
  client.on('drain', () => {
    sent.length = 0
  })
  const watched: LooseQuery = (...given) => {
    sent.push(performance.now())
    if (!isWatched) ofNobody(watch, ms)
    return (query as LooseQuery)(...given)
  }
  return watched as Query
}

/** A timer is not of the request in which it was set. */
const ofNobody = AsyncLocalStorage.snapshot()
