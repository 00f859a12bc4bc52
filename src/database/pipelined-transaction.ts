import { CompiledQuery, type DatabaseConnection, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import { encodeValues, sendTogether } from './driver/pg-client.ts'
import type { BoundQuery } from './prepared-query.ts'
import type { DB } from './tables.gen.ts'

type Statements = readonly BoundQuery<unknown>[]

const [begin, commit, rollback] = ['begin', 'commit', 'rollback'].map((text) => CompiledQuery.raw(text)) as [
  CompiledQuery,
  CompiledQuery,
  CompiledQuery,
]

/**
 * Runs one READ COMMITTED transaction over one connection: `opening` is sent with BEGIN in one flush, and the writes
 * that `work` decides on with COMMIT in another. The first statement that fails undoes all of them.
 * @param work gets the rows of each opening statement, and the query builder for statements that depend on each other
 * @throws the first failure; after the driver's error of a lost connection the outcome of a COMMIT that was sent is
 * unknown
 */
export async function runPipelinedTransaction<T>(
  db: Database,
  opening: Statements,
  work: (rows: unknown[][], trx: Transaction<DB>) => Promise<{ result: T; writes: Statements }>,
): Promise<T> {
  const client = await db.pool.connect()
  let isOpen = false

  /** Awaits every reply before the first failure is thrown: a connection is released when it owes none. */
  async function exchange(queries: readonly CompiledQuery[]): Promise<pg.QueryResult[]> {
    // A value that cannot be encoded fails here: sent with others, its statement alone would be missing.
    const encoded = queries.map(({ sql, parameters }) => ({ sql, values: encodeValues(parameters) }))
    isOpen = queries.at(-1) !== commit
    const outcomes = await Promise.allSettled(
      sendTogether(client, () => encoded.map(({ sql, values }) => client.query(sql, values))),
    )
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
  }

  try {
    const [, ...opened] = await exchange([begin, ...opening])
    const trx = db.openTransaction(createConnection((query) => exchange([query])))
    const { result, writes } = await work(
      opened.map(({ rows }) => rows),
      trx,
    )
    const results = await exchange([...writes, commit])
    // So the server completes the COMMIT of a transaction in which a statement has failed.
    if (results.at(-1)?.command === 'ROLLBACK') throw new Error('The transaction had failed before its COMMIT')
    return result
  } catch (error) {
    // The transaction has failed by now, and the first failure is the one to report. The pool drops a broken client.
    if (isOpen) await exchange([rollback]).catch(() => {})
    throw error
  } finally {
    client.release()
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
