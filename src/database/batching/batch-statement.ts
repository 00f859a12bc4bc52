import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { type PreparedQuery, prepareQuery } from '../prepared-query.ts'
import type { DB } from '../tables.gen.ts'

/** The key of a row, as its named parts. */
export type Key<Part extends string> = Readonly<Record<Part, string>>

/** PostgreSQL's names of the types of a key's parts. */
export type Types<Part extends string> = Readonly<Record<Part, 'text' | 'uuid'>>

/**
 * The query of one key; its first row is the result. It is built once with values and once with columns in their place,
 * so it may only pass the parts of the key on.
 */
export type BatchSelect<Part extends string, Row> = (
  db: Kysely<DB>,
  key: Key<Part>,
  // biome-ignore lint/suspicious/noExplicitAny: of whatever tables
) => SelectQueryBuilder<DB, any, Row>

/** The values of each part. */
type KeyColumns = Record<string, string[]>

/**
 * The statement for one key, and the one for several, whose rows have the number of their key (`nth`, from 1). A limit
 * keeps the planner from reading before the permission is checked; keys come out of subqueries, or it would plan again
 * for each number of keys.
 */
export function prepareBatches<Part extends string, Row>(
  types: Types<Part>,
  select: BatchSelect<Part, Row>,
): { forOne: PreparedQuery<Key<Part>, Row>; forMany: PreparedQuery<KeyColumns, Row & { nth: number }> } {
  const selectFirst = (db: Kysely<DB>, key: Key<Part>) => select(db, key).limit(sql.lit(1))
  const forOne = prepareQuery((db, key: Key<Part>) => selectFirst(db, key).compile())
  const parts = Object.keys(types) as Part[]
  const columns = Object.fromEntries(parts.map((part) => [part, sql.ref(`batch.${part}`)])) as unknown as Key<Part>
  const forMany = prepareQuery((db, keys: KeyColumns) => {
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

/** Converts keys to the parameters of the statement for several keys. */
export const toColumns = <Part extends string>(types: Types<Part>, keys: readonly Key<Part>[]): KeyColumns =>
  Object.fromEntries(Object.keys(types).map((part) => [part, keys.map((key) => key[part as Part])]))
