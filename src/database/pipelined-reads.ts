import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { sendQuery } from './driver/pg-client.ts'
import type { QueryEndObserver } from './slow-query.ts'

/** Reads over one connection at most: each waits for those before it. */
export const readsMax = 16

/** Reads that share a connection. `replies` has the instant of its last reply. */
type Pipeline = {
  readonly client: Promise<pg.PoolClient>
  readonly replies: { lastAt: number }
  joined: number
  unanswered: number
}

/**
 * Sends the short reads of one event loop iteration over one pooled connection, since a connection for each costs twice
 * as much. It is released with the last reply, so no read waits for one of an earlier iteration.
 */
export class PipelinedReads {
  readonly #pool: Pick<pg.Pool, 'connect'>
  readonly #onQueryEnd: QueryEndObserver | undefined
  #current: Pipeline | undefined

  constructor(pool: Pick<pg.Pool, 'connect'>, onQueryEnd: QueryEndObserver | undefined) {
    this.#pool = pool
    this.#onQueryEnd = onQueryEnd
  }

  async send<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    const pipeline = this.#join()
    const client = await pipeline.client
    try {
      return (await sendQuery(client, query, this.#onQueryEnd, pipeline.replies)).rows as Row[]
    } finally {
      pipeline.unanswered -= 1
      if (pipeline.unanswered === 0) {
        this.#close(pipeline)
        client.release()
      }
    }
  }

  #join(): Pipeline {
    const pipeline = this.#current ?? this.#open()
    pipeline.joined += 1
    pipeline.unanswered += 1
    if (pipeline.joined === readsMax) this.#close(pipeline)
    return pipeline
  }

  #open(): Pipeline {
    const pipeline = { client: this.#pool.connect(), replies: { lastAt: 0 }, joined: 0, unanswered: 0 }
    this.#current = pipeline
    setImmediate(() => this.#close(pipeline))
    return pipeline
  }

  /** No other read joins it. */
  #close(pipeline: Pipeline): void {
    if (this.#current === pipeline) this.#current = undefined
  }
}
