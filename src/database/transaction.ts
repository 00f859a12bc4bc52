import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.gen.ts'
import { toDatabaseProblem } from './violations.ts'

/**
 * Runs `work` in one READ COMMITTED transaction, or in the one that `db` is.
 * @throws Problem as `work` threw it; `persistence_unavailable` when the database is away, or went away during the
 *   COMMIT, whose outcome is unknown then: every operation may be sent again, which finds out.
 */
export async function transact<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await work(db as Transaction<DB>)
  try {
    return await db.transaction().setIsolationLevel('read committed').execute(work)
  } catch (error) {
    throw toDatabaseProblem(error) ?? error
  }
}
