import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { Database } from '../database.ts'
import { runDetached } from '../detached-context.ts'
import { queryPipelined } from '../query.ts'
import type { DB } from '../tables.gen.ts'
import { type BatchSelect, type Key, prepareBatches, type Types, toColumns } from './batch-statement.ts'

/** Keys in one statement at most. More make each side wait for the other: the server answers after the last key. */
export const keysMax = 16

/**
 * Reads rows by key with one statement for all calls of one event loop iteration, since a statement for each costs more
 * than its row. A single call runs alone, and so does every call on a cluster (which finds the shard by the statement's
 * one artist), behind a transaction pooler and in a transaction. A key that the server refuses fails the others too, so
 * it is validated before.
 */
export function createBatchLoader<Part extends string, Row>(
  types: Types<Part>,
  select: BatchSelect<Part, Row>,
): (db: Kysely<DB>, key: Key<Part>) => Promise<Row | undefined> {
  const { forOne, forMany } = prepareBatches(types, select)
  type Loader = DataLoader<Key<Part>, Row | undefined>

  const loadOne = async (db: Kysely<DB>, key: Key<Part>) => (await queryPipelined(db, forOne(key)))[0]

  async function loadMany(db: Database, keys: readonly Key<Part>[]): Promise<(Row | undefined)[]> {
    const rows = keys.map((): Row | undefined => undefined)
    for (const row of await queryPipelined(db, forMany(toColumns(types, keys)))) rows[row.nth - 1] = row
    return rows
  }

  const createLoader = (db: Database): Loader =>
    new DataLoader(
      async (keys) => {
        const [first] = keys
        if (first !== undefined && keys.length === 1) return [await loadOne(db, first)]
        return await runDetached(() => loadMany(db, keys))
      },
      { cache: false, maxBatchSize: keysMax, batchScheduleFn: setImmediate },
    )

  return (db, key) => {
    if (!(db instanceof Database && db.canBatchReads)) return loadOne(db, key)
    const loader = (db.batchLoaders.get(forMany) as Loader | undefined) ?? createLoader(db)
    db.batchLoaders.set(forMany, loader)
    return loader.load(key)
  }
}
