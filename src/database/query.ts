import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { Database } from './database.ts'
import { sendOnOwnConnection } from './driver/submit.ts'
import { getSqlState } from './errors.ts'
import type { Flush } from './pipelined-connection.ts'
import type { BoundQuery } from './prepared-query.ts'
import { sqlState } from './sqlstates.ts'
import type { DB } from './tables.gen.ts'

/** Runs a prepared query over a connection of its own, or in the transaction that `db` is. */
export async function runQuery<Row>(db: Kysely<DB>, query: BoundQuery<Row>): Promise<Row[]> {
  return db instanceof Database
    ? await sendOnOwnConnection(db.pool, db.toSendable(query), db.onQueryEnd)
    : (await db.executeQuery(query.query)).rows
}

/** Runs a short read without locks over the shared connection, where a long one would block the others. */
export function queryPipelined<Row>(db: Kysely<DB>, query: BoundQuery<Row>, flush?: Flush): Promise<Row[]> {
  const reads = db instanceof Database ? db.reads : undefined
  return reads === undefined ? runQuery(db, query) : reads.send(query, flush)
}

/**
 * Runs a short write that waits for no row and not for the disk over the shared connection of such writes. After a lock
 * timeout there it runs again by itself. If the session is lost, the outcome of every write in flight is unknown.
 */
export async function writePipelined<Row>(db: Kysely<DB>, query: BoundQuery<Row>): Promise<Row[]> {
  const writes = db instanceof Database ? db.writes : undefined
  if (writes === undefined) return await runQuery(db, query)
  try {
    return await writes.send(query, 'at once')
  } catch (error) {
    if (getSqlState(error) !== sqlState.lockNotAvailable) throw error
    return await runQuery(db, query)
  }
}

/** The one row of a statement that always has one. */
export function requireOneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Problem('internal', { cause: new Error('A statement without its one row') })
  return row
}
