import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

/** Reads that wait for their replies over one connection at most: each waits for those before it. */
export const readsMax = 16

/** Milliseconds without a reply after which other reads bypass a connection (head-of-line blocking). */
export const stuckAfterMs = 250

/** Reads that share a connection, and the instant of its last reply, at first that of its opening. */
type Pipeline = { readonly client: Promise<pg.PoolClient>; lastReplyAt: number; unanswered: number }

/**
 * Sends short reads over a pooled connection that they share as long as it has something to answer, since a connection
 * for each costs twice as much, and many at once make each other wait. It is released with the last reply.
 */
export class PipelinedReads {
  readonly #pool: Pick<pg.Pool, 'connect'>
  #current: Pipeline | undefined

  constructor(pool: Pick<pg.Pool, 'connect'>) {
    this.#pool = pool
  }

  async send<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> {
    const pipeline = this.#join()
    try {
      const { rows } = await (await pipeline.client).query(sql, [...parameters])
      pipeline.lastReplyAt = performance.now()
      return rows as Row[]
    } catch (error) {
      // The connection may be about to end.
      this.#close(pipeline)
      throw error
    } finally {
      pipeline.unanswered -= 1
      if (pipeline.unanswered === 0) {
        this.#close(pipeline)
        pipeline.client.then(
          (client) => client.release(),
          () => {},
        )
      }
    }
  }

  /** No other read joins it. */
  #close(pipeline: Pipeline): void {
    if (this.#current === pipeline) this.#current = undefined
  }

  #join(): Pipeline {
    const pipeline = this.#current !== undefined && hasRoom(this.#current) ? this.#current : this.#open()
    pipeline.unanswered += 1
    return pipeline
  }

  #open(): Pipeline {
    this.#current = { client: this.#pool.connect(), lastReplyAt: performance.now(), unanswered: 0 }
    return this.#current
  }
}

const hasRoom = ({ unanswered, lastReplyAt }: Pipeline): boolean =>
  unanswered < readsMax && performance.now() - lastReplyAt < stuckAfterMs
