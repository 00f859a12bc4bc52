import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { runDetached } from './detached-context.ts'
import { isBroken, sendQuery } from './driver/pg-client.ts'
import type { QueryEndObserver } from './slow-query.ts'

/** Milliseconds before a busy connection goes back to the pool, which then may replace it by its age. */
const lifetimeMs = 60_000

/** Milliseconds for which the oldest query may be unanswered before others bypass it (head-of-line blocking). */
const saturatedAfterMs = 250

/** Milliseconds for which an idle connection is kept: to acquire and release one costs more than a short read. */
const idleMs = 20

/** Queries in flight at most. */
export const inFlightMax = 128

/**
 * One pooled connection with many short reads in flight, which costs the server and this process a fraction of as many
 * connections. It is acquired with the first query and released when idle. When it breaks, every query in flight is
 * rejected and the next acquires another.
 */
export class PipelinedConnection {
  readonly #pool: Pick<pg.Pool, 'connect'>
  readonly #onQueryEnd: QueryEndObserver | undefined
  #current: Promise<Pipeline> | undefined

  constructor(pool: Pick<pg.Pool, 'connect'>, onQueryEnd: QueryEndObserver | undefined) {
    this.#pool = pool
    this.#onQueryEnd = onQueryEnd
  }

  /** @returns undefined, and sends nothing, when the query would queue too long */
  async trySend<Row>(query: CompiledQuery<Row>): Promise<Row[] | undefined> {
    this.#current ??= this.#open()
    const pipeline = await this.#current
    if (pipeline.isRetired || pipeline.isSaturated()) return undefined
    return (await pipeline.send(query, this.#onQueryEnd)).rows as Row[]
  }

  #open(): Promise<Pipeline> {
    const forget = () => {
      if (this.#current === opening) this.#current = undefined
    }
    const opening: Promise<Pipeline> = this.#pool.connect().then(
      (client) => new Pipeline(client, forget),
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return opening
  }
}

/** A connection from its acquisition to its release. Queries are answered in the order in which they were sent. */
class Pipeline {
  isRetired = false
  readonly #client: pg.PoolClient
  readonly #onRetired: () => void
  readonly #openedAt = performance.now()
  /** When each query in flight was sent. */
  readonly #sentAt: number[] = []
  readonly #replies = { lastAt: 0 }
  readonly #idleTimer: NodeJS.Timeout
  #broken: Error | undefined
  #isReleased = false

  constructor(client: pg.PoolClient, onRetired: () => void) {
    this.#client = client
    this.#onRetired = onRetired
    this.#idleTimer = runDetached(setTimeout, () => this.#sentAt.length === 0 && this.#retire(), idleMs)
    client.on('error', this.#retire)
  }

  isSaturated(): boolean {
    const [oldest = Number.POSITIVE_INFINITY] = this.#sentAt
    return this.#sentAt.length >= inFlightMax || performance.now() - oldest > saturatedAfterMs
  }

  async send(query: CompiledQuery, onQueryEnd: QueryEndObserver | undefined): Promise<pg.QueryResult> {
    this.#sentAt.push(performance.now())
    try {
      return await sendQuery(this.#client, query, onQueryEnd, this.#replies)
    } catch (error) {
      if (isBroken(error)) this.#retire(error as Error)
      throw error
    } finally {
      this.#sentAt.shift()
      if (!this.isRetired) this.#idleTimer.refresh()
      if (performance.now() - this.#openedAt > lifetimeMs) this.#retire()
      if (this.isRetired) this.#releaseIfIdle()
    }
  }

  /** Takes no more queries: released once those in flight are answered, destroyed after `error`. */
  readonly #retire = (error?: Error): void => {
    this.#broken ??= error
    if (this.isRetired) return
    this.isRetired = true
    this.#onRetired()
    this.#releaseIfIdle()
  }

  #releaseIfIdle(): void {
    if (this.#sentAt.length > 0 || this.#isReleased) return
    this.#isReleased = true
    clearTimeout(this.#idleTimer)
    this.#client.off('error', this.#retire)
    this.#client.release(this.#broken)
  }
}
