import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { Database } from '../database.ts'
import { queryPipelined } from '../query.ts'
import type { DB } from '../tables.gen.ts'
import { type BatchSelect, type Key, prepareBatches, type Types, toColumns } from './batch-statement.ts'

type Asker<Part extends string, Row> = {
  readonly key: Key<Part>
  readonly resolve: (row: Row | undefined | Promise<Row | undefined>) => void
  readonly reject: (error: unknown) => void
}

/** Those who ask in one turn of the event loop, and the end of it. */
type Waiting<Part extends string, Row> = { askers: Asker<Part, Row>[]; leaving: NodeJS.Immediate }

/**
 * Keys in one statement. The server begins to answer once the last has come, so that more would keep one side waiting
 * for the other.
 */
export const keysMax = 16

/**
 * A row by its key, read by one statement for all who ask for such a row in one turn of the event loop: a statement
 * each would cost the server and this side more than the row. Whoever is alone asks alone. So does everybody where
 * statements have to be told apart: on a cluster, which knows the shard by the statement's one artist, behind a
 * transaction pooler, in a transaction, and where requests are traced.
 */
export function createBatchLoader<Part extends string, Row>(
  types: Types<Part>,
  reading: BatchSelect<Part, Row>,
): (db: Kysely<DB>, key: Key<Part>) => Promise<Row | undefined> {
  const { forOne, forMany } = prepareBatches(types, reading)
  const waiting = new WeakMap<Kysely<DB>, Waiting<Part, Row>>()

  const askAlone = async (db: Kysely<DB>, key: Key<Part>) => (await queryPipelined(db, forOne(key), 'at once'))[0]
  const settleAlone = (db: Kysely<DB>, { key, resolve }: Asker<Part, Row>) => resolve(askAlone(db, key))

  function join(db: Kysely<DB>, asker: Asker<Part, Row>): void {
    const others = waiting.get(db)
    if (others === undefined) waiting.set(db, { askers: [asker], leaving: setImmediate(leave, db) })
    else if (others.askers.push(asker) === keysMax) leave(db)
  }

  function leave(db: Kysely<DB>): void {
    const gone = waiting.get(db)
    if (gone === undefined) return
    waiting.delete(db)
    // Whoever comes next has a turn of his own, in the name of his own request.
    clearImmediate(gone.leaving)
    const [first, ...others] = gone.askers
    if (first !== undefined && others.length === 0) settleAlone(db, first)
    else void ofNobody(() => settleAll(db, gone.askers))
  }

  async function settleAll(db: Kysely<DB>, askers: readonly Asker<Part, Row>[]): Promise<void> {
    try {
      const lists = toColumns(
        types,
        askers.map(({ key }) => key),
      )
      const rows: Row[] = []
      for (const row of await queryPipelined(db, forMany(lists), 'at once')) rows[row.nth - 1] = row
      for (const [at, { resolve }] of askers.entries()) resolve(rows[at])
    } catch (error) {
      for (const asker of askers) {
        if (isOfValues(error)) settleAlone(db, asker)
        else asker.reject(error)
      }
    }
  }

  return (db, key) => {
    if (!(db instanceof Database && db.batches)) return askAlone(db, key)
    return new Promise((resolve, reject) => join(db, { key, resolve, reject }))
  }
}

/** Runs what is done for many, which the log does not tell as any one request's. */
const ofNobody = AsyncLocalStorage.snapshot()

/** A key that the server cannot take (class 22) is a failure of the one who asked by it. */
const isOfValues = (error: unknown) => error instanceof pg.DatabaseError && error.code?.startsWith('22') === true
