import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from './database.ts'
import type { BoundQuery } from './prepared-query.ts'
import type { DB } from './tables.gen.ts'

/** Runs a prepared query over a connection of its own, or in the transaction that `db` is. */
export async function runQuery<Row>(db: Kysely<DB>, query: BoundQuery<Row>): Promise<Row[]> {
  return (await db.executeQuery(query)).rows
}

/** Runs a short read without locks over the connection that short reads share, where they may share one. */
export const queryPipelined = <Row>(db: Database, query: BoundQuery<Row>): Promise<Row[]> =>
  db.reads === undefined ? runQuery(db, query) : db.reads.send(query)

/** The one row of a statement that always has one. */
export function requireOneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Problem('internal', { cause: new Error('A statement without its one row') })
  return row
}
