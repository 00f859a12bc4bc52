import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  SingleConnectionProvider,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { KeyedMutex } from './keyed-mutex.ts'
import {
  type Flush,
  openPipelinedConnection,
  type PipelinedConnection,
  readsInFlightMax,
} from './pipelined-connection.ts'
import type { BoundQuery } from './prepared-query.ts'
import { observeKyselyLog, type QueryEndObserver } from './slow-query.ts'
import type { DB } from './tables.gen.ts'

export type Pool = Pick<pg.Pool, 'connect' | 'options' | 'end'>

/** Reads in the tables of the artist's shard; no row where that was not possible, or where there is none. */
export type ShardReads = <Row>(query: BoundQuery<Row>, flush?: Flush) => Promise<Row[]>

export type DatabaseOptions = {
  pool: Pool
  /** Called at the end of every statement. */
  onQueryEnd?: QueryEndObserver | undefined
  /** Milliseconds for which a statement waits for a lock. */
  lockMs?: number
  /**
   * Whether a connection is a session of its own, which keeps prepared statements and can be shared; not so behind a
   * transaction pooler.
   */
  ownSessions?: boolean
  /**
   * Whether the tables lie on a cluster. It finds the shard by the one artist of a statement, so none is merged; and it
   * plans each on two nodes, so that one connection carries few of them, and none is shared.
   */
  sharded?: boolean
  /** Reads on the workers of a cluster whose addresses are known. */
  shardReads?: ShardReads
  /** Orders the changes of one artist within this process. */
  artistMutex?: Pick<KeyedMutex, 'acquire'>
}

/**
 * Connections of the smallest pool that has one for short writes alone: of four, one is for short reads and one for
 * short writes.
 */
const writersMin = 4

/**
 * Short writes of one connection wait for each other: each waits only so long for a lock, and all of them together no
 * longer than one statement elsewhere, so that the server reports the cause before the client times out.
 */
const writes = { inFlightMax: 8, lockMs: 100 }

/** The query builder, with what else sends a statement and what all requests of this process share. */
export class Database extends Kysely<DB> {
  readonly pool: Pool
  readonly onQueryEnd: QueryEndObserver | undefined
  /** The connection that short reads share; undefined where one connection is all there is. */
  readonly reads: PipelinedConnection | undefined
  /** The same of short writes. */
  readonly writes: PipelinedConnection | undefined
  /** Whether several reads may be one statement. */
  readonly canBatchReads: boolean
  /** The batch loaders of this database, each under the statement that it sends (batching/batch-loader.ts). */
  readonly batchLoaders = new Map<object, unknown>()
  readonly shardReads: ShardReads | undefined
  readonly #keepsPreparedStatements: boolean
  readonly artistMutex: Pick<KeyedMutex, 'acquire'>
  readonly #dialect: PostgresDialect

  constructor({
    pool,
    onQueryEnd,
    lockMs = 0,
    ownSessions = false,
    sharded = false,
    shardReads,
    artistMutex,
  }: DatabaseOptions) {
    const dialect = new PostgresDialect({ pool })
    super({ dialect, ...(onQueryEnd && { log: observeKyselyLog(onQueryEnd) }) })
    this.#dialect = dialect
    const { max = 1, connectionTimeoutMillis: waitMs = 0 } = pool.options
    // Never 0, which would mean no timeout.
    const sharedConnectionMs = Math.max(1, Math.min(writes.lockMs, Math.floor(lockMs / writes.inFlightMax)))
    const lock = { sharedConnectionMs, pooledConnectionMs: lockMs }
    this.pool = pool
    this.onQueryEnd = onQueryEnd
    const isShared = ownSessions && !sharded
    this.reads =
      isShared && max > 1 ? openPipelinedConnection(pool, { inFlightMax: readsInFlightMax, onQueryEnd }) : undefined
    this.writes =
      isShared && max >= writersMin
        ? openPipelinedConnection(pool, { inFlightMax: writes.inFlightMax, onQueryEnd, lock })
        : undefined
    this.canBatchReads = isShared
    this.shardReads = shardReads
    this.#keepsPreparedStatements = ownSessions
    this.artistMutex = artistMutex ?? new KeyedMutex(waitMs)
  }

  /** The query builder over a connection on which a transaction has begun. */
  openTransaction(connection: DatabaseConnection): Transaction<DB> {
    const executor = this.getExecutor().withConnectionProvider(new SingleConnectionProvider(connection))
    const dialect = this.#dialect
    return new Transaction({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
  }

  /**
   * The query, without its name where the next user of the session may be another client: the server would not know the
   * statement.
   */
  toSendable<Row>(query: BoundQuery<Row>): BoundQuery<Row> {
    return this.#keepsPreparedStatements ? query : { ...query, name: undefined }
  }
}
