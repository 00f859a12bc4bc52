import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { Database, type ShardReads } from './database.ts'
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

/**
 * Runs a short read without locks over the shared connection, where a long one would block the others. On a cluster
 * whose workers are known, over that of the worker that has the artist's rows.
 */
export function queryPipelined<Row>(db: Kysely<DB>, query: BoundQuery<Row>, flush?: Flush): Promise<Row[]> {
  const { reads, shardReads } = db instanceof Database ? db : {}
  if (reads !== undefined) return reads.send(query, flush)
  return shardReads === undefined ? runQuery(db, query) : readInShard(db, query, shardReads, flush)
}

async function readInShard<Row>(
  db: Kysely<DB>,
  query: BoundQuery<Row>,
  read: ShardReads,
  flush?: Flush,
): Promise<Row[]> {
  const rows = await read(query, flush)
  return rows.length > 0 ? rows : await runQuery(db, query)
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
