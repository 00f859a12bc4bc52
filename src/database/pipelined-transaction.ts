import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import { isBroken, sendAtOnce } from './driver/pg-client.ts'
import { StatementBatch } from './driver/statement-batch.ts'
import { createSubmission } from './driver/submit.ts'
import type { BoundQuery } from './prepared-query.ts'

type Statements = readonly BoundQuery<unknown>[]

export type PipelinedTransaction = {
  /** Sends BEGIN with the first statements, all in one flush; the rows of each. */
  query(statements: Statements): Promise<unknown[][]>
  /**
   * Sends statements and COMMIT in one flush, after BEGIN where nothing was sent before. The first that fails undoes
   * all of them.
   */
  commit(statements: Statements): Promise<void>
}

const toUnnamedQuery = (sql: string): BoundQuery<unknown> => ({ query: CompiledQuery.raw(sql), name: undefined })
const begin = toUnnamedQuery('begin isolation level read committed')
const commit = toUnnamedQuery('commit')
const rollback = toUnnamedQuery('rollback')

/**
 * Runs `work` in one READ COMMITTED transaction over one connection.
 * @throws the first failure; after the driver's error of a lost connection the outcome of a COMMIT that was sent is
 * unknown
 */
export async function runPipelinedTransaction<T>(
  db: Pick<Database, 'pool' | 'onQueryEnd' | 'toSendable'>,
  work: (transaction: PipelinedTransaction) => Promise<T>,
): Promise<T> {
  const { pool, onQueryEnd } = db
  const client = await pool.connect()
  let state = 'new' as 'new' | 'open' | 'over'
  let broken: Error | undefined

  async function query(statements: Statements): Promise<unknown[][]> {
    const begins = state === 'new' ? [begin] : []
    const submissions = [...begins, ...statements].map((statement) =>
      createSubmission(db.toSendable(statement), onQueryEnd),
    )
    state = 'open'
    const outcomes = await Promise.allSettled(sendAtOnce(client, () => submissions.map((submit) => submit(client))))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    broken = failures.find(isBroken)
    if (failures.length > 0) throw failures[0]
    return outcomes.slice(begins.length).map((outcome) => (outcome as PromiseFulfilledResult<unknown[]>).value)
  }

  async function sendBatch(statements: Statements): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const batch = new StatementBatch(
      statements.map((statement) => db.toSendable(statement)),
      (error) => (error === null ? resolve() : reject(error)),
      // The driver calls back in the context of the socket; a slow statement is logged under the request that sent it.
      onQueryEnd && AsyncLocalStorage.bind(onQueryEnd),
    )
    state = 'open'
    sendAtOnce(client, () => void client.query(batch as unknown as pg.Submittable))
    try {
      await promise
      state = 'over'
    } catch (error) {
      if (isBroken(error)) broken = error as Error
      throw error
    }
  }

  try {
    const result = await work({
      query,
      commit: (statements) => sendBatch([...(state === 'new' ? [begin] : []), ...statements, commit]),
    })
    if (state === 'open') await sendBatch([rollback])
    return result
  } catch (error) {
    // The transaction has failed by now, and the first failure is the one to report.
    if (state === 'open' && broken === undefined) await sendBatch([rollback]).catch(() => {})
    throw error
  } finally {
    client.release(broken)
  }
}
