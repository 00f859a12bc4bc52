import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { KeyedMutex } from './keyed-mutex.ts'
import { openPipelinedConnection, type PipelinedConnection } from './pipeline/pipelined-connection.ts'
import { waitingMax } from './pipeline/shared-connection.ts'
import type { BoundQuery } from './prepared-query.ts'
import { observeKyselyLog, type QueryEndObserver } from './slow-query.ts'
import type { DB } from './tables.gen.ts'

export type Pool = Pick<pg.Pool, 'connect' | 'options' | 'end'>

export type DatabaseOptions = {
  pool: Pool
  /** Hears of every statement that has ended. */
  ended?: QueryEndObserver | undefined
  /** Milliseconds for which a statement waits for a lock. */
  lockMs?: number
  /**
   * Whether a connection is a session of its own, which knows prepared statements and can be shared; not so behind a
   * transaction pooler.
   */
  ownSessions?: boolean
  /**
   * Whether the tables lie on a cluster. It finds the shard by the one artist of a statement, so none is merged; and it
   * plans each on two nodes, so that one connection carries few of them, and none is shared.
   */
  sharded?: boolean
  /** Leads to the coordinator alone, where this one's connections are spread over several nodes. */
  central?: Database
  /** Orders the changes of one artist within this process. */
  artistMutex?: Pick<KeyedMutex, 'tryAcquire' | 'acquire'>
}

/**
 * Connections of a pool that has one for short writes: half of these are left when there is one for short reads as
 * well.
 */
const writersMin = 4

/**
 * Short writes of one connection wait for each other: each waits only so long for a lock, and all of them together no
 * longer than one statement elsewhere, so that the server reports what has held them up before this side stops
 * listening.
 */
const writes = { waitingMax: 8, lockMs: 100 }

/** The query builder, with the other ways of sending a statement and what is shared by all requests of this process. */
export class Database extends Kysely<DB> {
  readonly pool: Pool
  readonly ended: QueryEndObserver | undefined
  /** The connection that short reads share; undefined where one connection is all there is. */
  readonly reads: PipelinedConnection | undefined
  /** The same of short writes. */
  readonly writes: PipelinedConnection | undefined
  /** Whether several reads may be one statement. */
  readonly batches: boolean
  /** For tables of one node: all others go through any. */
  readonly central: Database
  readonly #names: boolean
  readonly artistMutex: Pick<KeyedMutex, 'tryAcquire' | 'acquire'>

  constructor({
    pool,
    ended,
    lockMs = 0,
    ownSessions = false,
    sharded = false,
    central,
    artistMutex,
  }: DatabaseOptions) {
    super({ dialect: new PostgresDialect({ pool }), ...(ended && { log: observeKyselyLog(ended) }) })
    const { max = 1, connectionTimeoutMillis: waitMs = 0 } = pool.options
    // Never 0, which would be for ever.
    const hereMs = Math.max(1, Math.min(writes.lockMs, Math.floor(lockMs / writes.waitingMax)))
    const lock = { hereMs, elsewhereMs: lockMs }
    this.pool = pool
    this.ended = ended
    const isShared = ownSessions && !sharded
    this.reads = isShared && max > 1 ? openPipelinedConnection(pool, { waitingMax, ended }) : undefined
    this.writes =
      isShared && max >= writersMin
        ? openPipelinedConnection(pool, { waitingMax: writes.waitingMax, ended, lock })
        : undefined
    this.batches = isShared
    this.central = central ?? this
    this.#names = ownSessions
    this.artistMutex = artistMutex ?? new KeyedMutex(waitMs)
  }

  /**
   * The statement as a session of this database takes it: without its name where it would be prepared for another
   * session else's session.
   */
  addressed<Row>(asked: BoundQuery<Row>): BoundQuery<Row> {
    return this.#names ? asked : { ...asked, name: undefined }
  }
}

/** The way to tables that only the coordinator of a cluster has. */
export const centralOf = (db: Kysely<DB>): Kysely<DB> => (db instanceof Database ? db.central : db)
