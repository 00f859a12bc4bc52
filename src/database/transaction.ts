import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.gen.ts'

/**
 * Runs `work` in one transaction, or in the one that `db` is. After the error of a connection that was lost during the
 * COMMIT the outcome is unknown: every operation may be sent again, which finds out.
 */
export const transact = <T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work)
