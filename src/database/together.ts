import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import pg from 'pg'
import { tracing } from '#src/tracing/seam.ts'
import { askQuickly } from './ask.ts'
import { type Statement, statement } from './statement.ts'
import type { DB } from './tables.gen.ts'
import { waysOf } from './ways.ts'

/** What a row is found by, part by part. */
type Key<Part extends string> = Readonly<Record<Part, string>>

/** What PostgreSQL calls the types of a key's parts. */
type Types<Part extends string> = Readonly<Record<Part, 'text' | 'uuid'>>

/**
 * What is read of a key: one row at most. It is built with the values of a key and with columns that hold them, so it passes the parts on and does nothing else
 * with them.
 */
type Reading<Part extends string, Row> = (
  db: Kysely<DB>,
  key: Key<Part>,
) => Pick<SelectQueryBuilder<DB, never, Row>, 'compile' | 'toOperationNode'>

type Asker<Part extends string, Row> = {
  readonly key: Key<Part>
  readonly resolve: (row: Row | undefined | Promise<Row | undefined>) => void
  readonly reject: (error: unknown) => void
}

/** Keys in one statement. The server begins to answer once the last has come, so that more would keep one side waiting for the other. */
export const keysMax = 16

/**
 * A row by its key, read by one statement for all who ask for such a row in one turn of the event loop: a statement each would cost the server and
 * this side more than the row. Whoever is alone asks alone. So does everybody where statements have to be told apart: on a cluster, which knows the
 * shard by the statement's one artist, behind a transaction pooler, in a transaction, and where requests are traced.
 */
export function together<Part extends string, Row>(
  types: Types<Part>,
  reading: Reading<Part, Row>,
): (db: Kysely<DB>, key: Key<Part>) => Promise<Row | undefined> {
  const alone = statement((db, key: Key<Part>) => reading(db, key).compile())
  const shared = sharedStatement(types, reading)
  const waiting = new WeakMap<Kysely<DB>, Asker<Part, Row>[]>()

  const askAlone = async (db: Kysely<DB>, key: Key<Part>) => (await askQuickly(db, alone(key), 'at once'))[0]
  const settleAlone = (db: Kysely<DB>, { key, resolve }: Asker<Part, Row>) => resolve(askAlone(db, key))

  function join(db: Kysely<DB>, asker: Asker<Part, Row>): void {
    const askers = waiting.get(db)
    if (askers === undefined) {
      waiting.set(db, [asker])
      setImmediate(leave, db)
    } else if (askers.push(asker) === keysMax) leave(db)
  }

  function leave(db: Kysely<DB>): void {
    const askers = waiting.get(db) ?? []
    waiting.delete(db)
    const [first, ...others] = askers
    if (first !== undefined && others.length === 0) settleAlone(db, first)
    else if (first !== undefined) void ofNobody(() => settleAll(db, askers))
  }

  async function settleAll(db: Kysely<DB>, askers: readonly Asker<Part, Row>[]): Promise<void> {
    try {
      const rows: Row[] = []
      for (const row of await askQuickly(db, shared(keysOf(types, askers)), 'at once')) rows[row.nth - 1] = row
      for (const [at, { resolve }] of askers.entries()) resolve(rows[at])
    } catch (error) {
      for (const asker of askers) {
        if (isOfValues(error)) settleAlone(db, asker)
        else asker.reject(error)
      }
    }
  }

  return (db, key) => {
    if (waysOf(db)?.shares !== true || tracing.ofLine !== undefined) return askAlone(db, key)
    return new Promise((resolve, reject) => join(db, { key, resolve, reject }))
  }
}

/** Runs what is done for many, which the log does not tell as any one request's. */
const ofNobody = AsyncLocalStorage.snapshot()

/** A key that the server cannot take (class 22) is a failure of the one who asked by it. */
const isOfValues = (error: unknown) => error instanceof pg.DatabaseError && error.code?.startsWith('22') === true

/** The values of each part, as PostgreSQL writes an array. */
type Lists = Record<string, string>

const partsOf = <Part extends string>(types: Types<Part>) => Object.keys(types) as Part[]

function keysOf<Part extends string>(types: Types<Part>, askers: readonly { key: Key<Part> }[]): Lists {
  const lists: Lists = {}
  for (const part of partsOf(types)) lists[part] = `{${askers.map(({ key }) => quoted(key[part])).join()}}`
  return lists
}

/** What the driver makes of a list of texts, in a third of its time: few have anything to escape. */
const quoted = (value: string) => `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`

/**
 * The rows of several keys, each with its key's number (from 1). The keys come out of subqueries, for the server would look into an array that it sees and plan anew
 * for every length; and the reading stands beside them, so that it goes for each key the way it goes alone.
 */
function sharedStatement<Part extends string, Row>(
  types: Types<Part>,
  reading: Reading<Part, Row>,
): Statement<Lists, Row & { nth: number }> {
  const parts = partsOf(types)
  const columns = Object.fromEntries(parts.map((part) => [part, sql.ref(`asked.${part}`)])) as unknown as Key<Part>
  return statement((db, keys: Lists) => {
    const lists = parts.map((part) => sql`(select ${keys[part]}::${sql.raw(types[part])}[])`)
    const names = [...parts, 'nth'].map((name) => sql.id(name))
    return sql<Row & { nth: number }>`
      select asked.nth::int4 as nth, found.*
      from unnest(${sql.join(lists)}) with ordinality as asked (${sql.join(names)})
      cross join lateral (${reading(db, columns)}) as found`.compile(db)
  })
}
