import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { getSqlState } from './errors.ts'
import { sqlState } from './sqlstates.ts'
import type { DB } from './tables.gen.ts'
import { toDatabaseProblem } from './violations.ts'

const retriesMax = 3
/**
 * 40001 serialization_failure, 40P01 deadlock_detected: the server undid everything and says that trying again may
 * succeed. 23503 foreign_key_violation: what the transaction refers to was erased, or what it erases was referred
 * to by another one; the next attempt sees that.
 */
const retryable = new Set<string>([
  sqlState.serializationFailure,
  sqlState.deadlockDetected,
  sqlState.foreignKeyViolation,
  sqlState.citusIntermediateResultNotFound,
])

/**
 * Runs `work` in one READ COMMITTED transaction, and again from its beginning, at most three times, when the server
 * chose it as the victim of a conflict. So `work` must do nothing outside the transaction.
 * @throws Problem as `work` threw it; `persistence_unavailable` when the database is away, or went away during the
 *   COMMIT, whose outcome is unknown then: every operation may be sent again, which finds out.
 */
export async function transact<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt >= retriesMax || !retryable.has(getSqlState(error) ?? '')) throw toDatabaseProblem(error) ?? error
      // Up to 20, 40, 80 ms at random: long enough for the winner of the conflict, apart enough not to meet it again.
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}
