import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { type PreparedQuery, prepareQuery } from '../prepared-query.ts'
import type { DB } from '../tables.gen.ts'

/** What a row is found by, part by part. */
export type Key<Part extends string> = Readonly<Record<Part, string>>

/** What PostgreSQL calls the types of a key's parts. */
export type Types<Part extends string> = Readonly<Record<Part, 'text' | 'uuid'>>

/**
 * What is read of a key; the first row counts. It is built with the values of a key and with columns that hold them, so
 * it passes the parts on and does nothing else with them.
 */
export type BatchSelect<Part extends string, Row> = (
  db: Kysely<DB>,
  key: Key<Part>,
  // biome-ignore lint/suspicious/noExplicitAny: of whatever tables
) => SelectQueryBuilder<DB, any, Row>

/** The values of each part. */
type Lists = Record<string, string[]>

/**
 * The statement for one key, and the one for several, whose rows have the number of their key (`nth`, from 1). A limit
 * keeps the planner from reading before the permission is checked; keys come out of subqueries, or it would plan again
 * for each number of keys.
 */
export function prepareBatches<Part extends string, Row>(
  types: Types<Part>,
  reading: BatchSelect<Part, Row>,
): { forOne: PreparedQuery<Key<Part>, Row>; forMany: PreparedQuery<Lists, Row & { nth: number }> } {
  const first = (db: Kysely<DB>, key: Key<Part>) => reading(db, key).limit(sql.lit(1))
  const forOne = prepareQuery((db, key: Key<Part>) => first(db, key).compile())
  const parts = partsOf(types)
  const columns = Object.fromEntries(parts.map((part) => [part, sql.ref(`asked.${part}`)])) as unknown as Key<Part>
  const forMany = prepareQuery((db, keys: Lists) => {
    // A select that looks at its key is refused at the first call.
    forOne({} as Key<Part>)
    const lists = parts.map((part) => sql`(select ${keys[part]}::${sql.raw(types[part])}[])`)
    const names = [...parts, 'nth'].map((name) => sql.id(name))
    return sql<Row & { nth: number }>`
      select asked.nth::int4 as nth, found.*
      from unnest(${sql.join(lists)}) with ordinality as asked (${sql.join(names)})
      cross join lateral ${first(db, columns)} as found`.compile(db)
  })
  return { forOne, forMany }
}

const partsOf = <Part extends string>(types: Types<Part>) => Object.keys(types) as Part[]

/** Keys as the statement for several takes them. */
export function toColumns<Part extends string>(types: Types<Part>, keys: readonly Key<Part>[]): Lists {
  const lists: Lists = {}
  for (const part of partsOf(types)) lists[part] = keys.map((key) => key[part])
  return lists
}
