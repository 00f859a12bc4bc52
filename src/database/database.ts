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
import { PipelinedReads } from './pipelined-reads.ts'
import type { DB } from './tables.gen.ts'

export type Pool = Pick<pg.Pool, 'connect' | 'options' | 'end' | 'totalCount' | 'idleCount' | 'waitingCount'>

type DatabaseOptions = {
  pool: Pool
  /**
   * Whether reads may share a connection; not so behind a transaction pooler, which takes one statement at a time, nor
   * on a cluster, which plans each on two nodes, so that one connection carries few.
   */
  canPipelineReads?: boolean
  /** Whether a statement may read of several artists; not so on a cluster, which finds the shard by the one artist. */
  canBatchReads?: boolean
  /** Orders the changes of one artist within this process. */
  artistMutex?: Pick<KeyedMutex, 'acquire'>
}

/** The query builder, with what else sends a statement and what all requests of this process share. */
export class Database extends Kysely<DB> {
  readonly pool: Pool
  /** Undefined where reads do not share a connection. */
  readonly reads: PipelinedReads | undefined
  /** Whether several reads may be one statement. */
  readonly canBatchReads: boolean
  readonly artistMutex: Pick<KeyedMutex, 'acquire'>
  readonly #dialect: PostgresDialect

  constructor({ pool, canPipelineReads = false, canBatchReads = false, artistMutex }: DatabaseOptions) {
    const dialect = new PostgresDialect({ pool })
    super({ dialect })
    this.#dialect = dialect
    const { connectionTimeoutMillis: waitMs = 0 } = pool.options
    this.pool = pool
    this.reads = canPipelineReads ? new PipelinedReads(pool) : undefined
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
