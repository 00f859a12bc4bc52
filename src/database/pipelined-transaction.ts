import { CompiledQuery, type DatabaseConnection, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import { encodeValues, isBroken, sendQuery, sendTogether } from './driver/pg-client.ts'
import type { BoundQuery } from './prepared-query.ts'
import type { DB } from './tables.gen.ts'

type Statements = readonly BoundQuery<unknown>[]

export type PipelinedTransaction = {
  /** Sends statements in one flush, after BEGIN where nothing was sent before; the rows of each. */
  query(statements: Statements): Promise<unknown[][]>
  /** Sends statements and COMMIT in one flush. The first that fails undoes all of them. */
  commit(statements: Statements): Promise<void>
  /** The query builder, for statements that depend on each other; once the first `query` was answered. */
  readonly trx: Transaction<DB>
}

const [begin, commit, rollback] = ['begin', 'commit', 'rollback'].map((text) => CompiledQuery.raw(text)) as [
  CompiledQuery,
  CompiledQuery,
  CompiledQuery,
]

/**
 * Runs `work` in one READ COMMITTED transaction over one connection. What `work` leaves uncommitted is rolled back.
 * @throws the first failure; after the driver's error of a lost connection the outcome of a COMMIT that was sent is
 * unknown
 */
export async function runPipelinedTransaction<T>(
  db: Database,
  work: (transaction: PipelinedTransaction) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect()
  let state = 'new' as 'new' | 'open' | 'over'
  let broken: Error | undefined
  const replies = { lastAt: 0 }

  /** Awaits every reply before the first failure is thrown: a connection is released when it owes none. */
  async function exchange(next: typeof state, queries: readonly CompiledQuery[]): Promise<pg.QueryResult[]> {
    // A value that cannot be encoded fails here: sent with others, its statement alone would be missing.
    const encoded = queries.map(({ sql, parameters }) => ({ sql, parameters: encodeValues(parameters) }))
    state = next
    const outcomes = await Promise.allSettled(
      sendTogether(client, () => encoded.map((query) => sendQuery(client, query, db.onQueryEnd, replies))),
    )
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
    broken ??= failures.find(isBroken)
    if (failures.length > 0) throw failures[0]
    return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<pg.QueryResult>).value)
  }

  let trx: Transaction<DB> | undefined
  const transaction: PipelinedTransaction = {
    query: async (statements) => {
      const begins = state === 'new' ? [begin] : []
      const results = await exchange('open', [...begins, ...statements])
      return results.slice(begins.length).map(({ rows }) => rows)
    },
    commit: async (statements) => {
      if (state === 'new') await exchange('open', [begin])
      const results = await exchange('over', [...statements, commit])
      // So the server completes the COMMIT of a transaction in which a statement has failed.
      if (results.at(-1)?.command === 'ROLLBACK') throw new Error('The transaction had failed before its COMMIT')
    },
    get trx() {
      trx ??= db.openTransaction(createConnection((query) => exchange('open', [query])))
      return trx
    },
  }

  try {
    const result = await work(transaction)
    if (state === 'open') await exchange('over', [rollback])
    return result
  } catch (error) {
    // The transaction has failed by now, and the first failure is the one to report.
    if (state === 'open' && broken === undefined) await exchange('over', [rollback]).catch(() => {})
    throw error
  } finally {
    client.release(broken)
  }
}

const countingCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The connection as the query builder knows one. */
const createConnection = (send: (query: CompiledQuery) => Promise<pg.QueryResult[]>): DatabaseConnection => ({
  executeQuery: async (query) => {
    const [{ command, rowCount, rows }] = (await send(query)) as [pg.QueryResult]
    return { rows, ...(countingCommands.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  },
  streamQuery: () => {
    throw new Error('A transaction of an artist is too short for a cursor')
  },
})
