import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { Database } from './database.ts'
import { sendOnOwnConnection } from './driver/submit.ts'
import { getSqlState } from './errors.ts'
import type { Flush } from './pipeline/shared-connection.ts'
import type { BoundQuery } from './prepared-query.ts'
import type { DB } from './tables.gen.ts'

/** The rows of a statement; in a transaction those that it sees. */
export async function runQuery<Row>(db: Kysely<DB>, asked: BoundQuery<Row>): Promise<Row[]> {
  return db instanceof Database
    ? await sendOnOwnConnection(db.pool, db.addressed(asked), db.ended)
    : (await db.executeQuery(asked.query)).rows
}

/**
 * The rows of a statement that reads little and locks nothing: it shares a connection with others of its kind, and
 * whatever takes long would hold them up.
 */
export function queryPipelined<Row>(db: Kysely<DB>, asked: BoundQuery<Row>, leaves?: Flush): Promise<Row[]> {
  const reads = db instanceof Database ? db.reads : undefined
  return reads === undefined ? runQuery(db, asked) : reads.send(asked, leaves)
}

/**
 * The rows of a statement that writes little, for which it waits neither for a row nor, mostly, for the disk: it shares
 * a connection with others of its kind, and not with those who read. Where a table is locked each waits for it by
 * itself in the end. A session that is lost takes all of them with it, and nobody knows which of them were kept.
 */
export async function writePipelined<Row>(db: Kysely<DB>, asked: BoundQuery<Row>): Promise<Row[]> {
  const writes = db instanceof Database ? db.writes : undefined
  if (writes === undefined) return await runQuery(db, asked)
  try {
    return await writes.send(asked, 'at once')
  } catch (error) {
    if (getSqlState(error) !== lockNotAvailable) throw error
    return await runQuery(db, asked)
  }
}

/** The server has given up waiting for a lock, and undone the statement. */
const lockNotAvailable = '55P03'

/** The one row of a statement that always has one. */
export function expectOneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Problem('internal', { cause: new Error('A statement without its one row') })
  return row
}
