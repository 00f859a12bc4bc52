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
import { PipelinedConnection } from './pipelined-connection.ts'
import { observeKyselyLog, type QueryEndObserver } from './slow-query.ts'
import type { DB } from './tables.gen.ts'

export type Pool = Pick<pg.Pool, 'connect' | 'options' | 'end' | 'totalCount' | 'idleCount' | 'waitingCount'>

export type DatabaseOptions = {
  pool: Pool
  /** Called at the end of every statement. */
  onQueryEnd?: QueryEndObserver | undefined
  /**
   * Whether a connection is a session of its own, which keeps prepared statements and can be shared; not so behind a
   * transaction pooler.
   */
  ownSessions?: boolean
  /** Whether the tables lie on a cluster. It plans each statement on two nodes, so that one connection carries few. */
  sharded?: boolean
  /** Whether a statement may read of several artists; not so on a cluster, which finds the shard by the one artist. */
  canBatchReads?: boolean
  /** Orders the changes of one artist within this process. */
  artistMutex?: Pick<KeyedMutex, 'acquire'>
}

/** The query builder, with what else sends a statement and what all requests of this process share. */
export class Database extends Kysely<DB> {
  readonly pool: Pool
  readonly onQueryEnd: QueryEndObserver | undefined
  /** The connection that short reads share; undefined where one connection is all there is. */
  readonly reads: PipelinedConnection | undefined
  /** Whether several reads may be one statement. */
  readonly canBatchReads: boolean
  readonly artistMutex: Pick<KeyedMutex, 'acquire'>
  readonly #dialect: PostgresDialect

  constructor({
    pool,
    onQueryEnd,
    ownSessions = false,
    sharded = false,
    canBatchReads = false,
    artistMutex,
  }: DatabaseOptions) {
    const dialect = new PostgresDialect({ pool })
    super({ dialect, ...(onQueryEnd && { log: observeKyselyLog(onQueryEnd) }) })
    this.#dialect = dialect
    const { max = 1, connectionTimeoutMillis: waitMs = 0 } = pool.options
    this.pool = pool
    this.onQueryEnd = onQueryEnd
    const isShared = ownSessions && !sharded
    this.reads = isShared && max > 1 ? new PipelinedConnection(pool, onQueryEnd) : undefined
    this.canBatchReads = canBatchReads
    this.artistMutex = artistMutex ?? new KeyedMutex(waitMs)
  }

  /** The query builder over a connection on which a transaction has begun. */
  openTransaction(connection: DatabaseConnection): Transaction<DB> {
    const executor = this.getExecutor().withConnectionProvider(new SingleConnectionProvider(connection))
    const dialect = this.#dialect
    return new Transaction({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
  }
}
