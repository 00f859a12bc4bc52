import type { Kysely } from 'kysely'
import pg from 'pg'
import { Database } from '../database.ts'
import { runDetached } from '../detached-context.ts'
import { queryPipelined } from '../query.ts'
import { sqlStateClass } from '../sqlstates.ts'
import type { DB } from '../tables.gen.ts'
import { type BatchSelect, type Key, prepareBatches, type Types, toColumns } from './batch-statement.ts'

type Caller<Part extends string, Row> = {
  readonly key: Key<Part>
  readonly resolve: (row: Row | undefined | Promise<Row | undefined>) => void
  readonly reject: (error: unknown) => void
}

/** The calls of one event loop iteration, and the callback at its end. */
type Waiting<Part extends string, Row> = { callers: Caller<Part, Row>[]; leaving: NodeJS.Immediate }

/** Keys in one statement at most. More make each side wait for the other: the server answers after the last key. */
export const keysMax = 16

/**
 * A batch loader: reads rows by key with one statement for all calls of one event loop iteration, since a statement for
 * each costs more than its row. A single call runs alone, and so does every call on a cluster (which finds the shard by
 * the statement's one artist), behind a transaction pooler and in a transaction.
 */
export function createBatchLoader<Part extends string, Row>(
  types: Types<Part>,
  reading: BatchSelect<Part, Row>,
): (db: Kysely<DB>, key: Key<Part>) => Promise<Row | undefined> {
  const { forOne, forMany } = prepareBatches(types, reading)
  const waiting = new WeakMap<Kysely<DB>, Waiting<Part, Row>>()

  const askAlone = async (db: Kysely<DB>, key: Key<Part>) => (await queryPipelined(db, forOne(key), 'at once'))[0]
  const settleAlone = (db: Kysely<DB>, { key, resolve }: Caller<Part, Row>) => resolve(askAlone(db, key))

  function join(db: Kysely<DB>, caller: Caller<Part, Row>): void {
    const others = waiting.get(db)
    if (others === undefined) waiting.set(db, { callers: [caller], leaving: setImmediate(leave, db) })
    else if (others.callers.push(caller) === keysMax) leave(db)
  }

  function leave(db: Kysely<DB>): void {
    const gone = waiting.get(db)
    if (gone === undefined) return
    waiting.delete(db)
    // A later call begins a batch of its own, in the context of its own request.
    clearImmediate(gone.leaving)
    const [first, ...others] = gone.callers
    if (first !== undefined && others.length === 0) settleAlone(db, first)
    else void runDetached(() => settleAll(db, gone.callers))
  }

  async function settleAll(db: Kysely<DB>, callers: readonly Caller<Part, Row>[]): Promise<void> {
    try {
      const lists = toColumns(
        types,
        callers.map(({ key }) => key),
      )
      const rows: Row[] = []
      for (const row of await queryPipelined(db, forMany(lists), 'at once')) rows[row.nth - 1] = row
      for (const [at, { resolve }] of callers.entries()) resolve(rows[at])
    } catch (error) {
      for (const caller of callers) {
        if (isOfValues(error)) settleAlone(db, caller)
        else caller.reject(error)
      }
    }
  }

  return (db, key) => {
    if (!(db instanceof Database && db.batches)) return askAlone(db, key)
    return new Promise((resolve, reject) => join(db, { key, resolve, reject }))
  }
}

/** A key that the server refuses (class 22) fails only the call that gave it. */
const isOfValues = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code?.startsWith(sqlStateClass.dataException) === true
