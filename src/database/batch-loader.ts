import DataLoader from 'dataloader'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { Database } from './database.ts'
import { runDetached } from './detached-context.ts'
import { prepareQuery } from './prepared-query.ts'
import { queryPipelined } from './query.ts'
import type { DB } from './tables.gen.ts'

/** Keys in one statement at most. More make each side wait for the other: the server answers after the last key. */
export const keysMax = 16

/** The key of a row, as its named parts. */
type Key<Part extends string> = Readonly<Record<Part, string>>

/** PostgreSQL's names of the types of a key's parts. */
type Types<Part extends string> = Readonly<Record<Part, 'text' | 'uuid'>>

/**
 * The query of one key; its first row is the result. It is built once with values and once with columns in their place,
 * so it may only pass the parts of the key on.
 */
type Select<Part extends string, Row> = (
  db: Kysely<DB>,
  key: Key<Part>,
  // biome-ignore lint/suspicious/noExplicitAny: of whatever tables
) => SelectQueryBuilder<DB, any, Row>

/**
 * Reads rows by key with one statement for all calls of one event loop iteration, since a statement for each costs more
 * than its row. A single call runs alone, and so does every call on a cluster (which finds the shard by the statement's
 * one artist), behind a transaction pooler and in a transaction. A key that the server refuses fails the others too, so
 * it is validated before.
 */
export function createBatchLoader<Part extends string, Row>(
  types: Types<Part>,
  select: Select<Part, Row>,
): (db: Kysely<DB>, key: Key<Part>) => Promise<Row | undefined> {
  const { forOne, forMany } = prepareBatches(types, select)

  const loadOne = async (db: Kysely<DB>, key: Key<Part>) => (await queryPipelined(db, forOne(key)))[0]

  async function loadMany(db: Database, keys: readonly Key<Part>[]): Promise<(Row | undefined)[]> {
    const columns = Object.keys(types).map((part) => [part, keys.map((key) => key[part as Part])])
    const rows = keys.map((): Row | undefined => undefined)
    for (const row of await queryPipelined(db, forMany(Object.fromEntries(columns)))) rows[row.nth - 1] = row
    return rows
  }

  const createLoader = (db: Database) =>
    new DataLoader<Key<Part>, Row | undefined>(
      async (keys) => {
        const [first] = keys
        if (first !== undefined && keys.length === 1) return [await loadOne(db, first)]
        return await runDetached(() => loadMany(db, keys))
      },
      { cache: false, maxBatchSize: keysMax, batchScheduleFn: setImmediate },
    )

  return (db, key) => {
    if (!(db instanceof Database && db.canBatchReads)) return loadOne(db, key)
    const loader = (db.batchLoaders.get(forMany) as ReturnType<typeof createLoader> | undefined) ?? createLoader(db)
    db.batchLoaders.set(forMany, loader)
    return loader.load(key)
  }
}

/**
 * The statement for one key, and the one for several, whose rows have the number of their key (`nth`, from 1). A limit
 * keeps the planner from reading before the permission is checked; keys come out of subqueries, or it would plan again
 * for each number of keys.
 */
export function prepareBatches<Part extends string, Row>(types: Types<Part>, select: Select<Part, Row>) {
  const selectFirst = (db: Kysely<DB>, key: Key<Part>) => select(db, key).limit(sql.lit(1))
  const forOne = prepareQuery((db, key: Key<Part>) => selectFirst(db, key).compile())
  const parts = Object.keys(types) as Part[]
  const columns = Object.fromEntries(parts.map((part) => [part, sql.ref(`batch.${part}`)])) as unknown as Key<Part>
  const forMany = prepareQuery((db, keys: Record<string, string[]>) => {
    // A query that inspects its key is refused at the first call.
    forOne({} as Key<Part>)
    const lists = parts.map((part) => sql`(select ${keys[part]}::${sql.raw(types[part])}[])`)
    const names = [...parts, 'nth'].map((name) => sql.id(name))
    return sql<Row & { nth: number }>`
      select batch.nth::int4 as nth, found.*
      from unnest(${sql.join(lists)}) with ordinality as batch (${sql.join(names)})
      cross join lateral ${selectFirst(db, columns)} as found`.compile(db)
  })
  return { forOne, forMany }
}
