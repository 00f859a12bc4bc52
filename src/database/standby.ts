import type { Kysely } from 'kysely'
import type { Config } from '#src/config.ts'
import { connect } from './connect.ts'
import { sqlState } from './sqlstates.ts'
import type { DB } from './tables.gen.ts'

/**
 * A streaming standby of the database, for what cannot have changed: rows that their key names by a hash of their
 * content. It may lag or be away: without an answer the caller reads the primary, and decides
 * nothing by it.
 */
export type Standby = {
  /** What `ask` finds there; undefined also when the standby does not answer in time. Never rejects. */
  find<T>(ask: (db: Kysely<DB>) => Promise<T | undefined>): Promise<T | undefined>
  close(): Promise<void>
}

/** Milliseconds for which a standby that failed is left alone: a reader must not wait for it again and again. */
const restMs = 5_000
/** Deadlines in milliseconds: beyond them the primary is faster. */
const hasty = { waitMs: 1_000, connectMs: 1_000, lockMs: 500, statementMs: 1_000, queryMs: 1_500 }

/**
 * The standby of `DATABASE_REPLICA_URL`; undefined where none is set.
 * @param onEvent receives a message when it failed
 */
export function openStandby(
  config: Pick<Config, 'databaseReplicaUrl' | 'pool' | 'timeouts'>,
  { applicationName, onEvent }: { applicationName: string; onEvent: (event: string) => void },
): Standby | undefined {
  const { databaseReplicaUrl: url, pool, timeouts } = config
  if (url === undefined) return undefined
  const { waitMs, ...hastyTimeouts } = hasty
  const { db, close } = connect({
    url,
    pool: { ...pool, waitMs: Math.min(waitMs, pool.waitMs) },
    timeouts: { ...timeouts, ...hastyTimeouts },
    applicationName: `${applicationName} (standby)`,
  })
  let restsUntil = Number.NEGATIVE_INFINITY
  function rest(error: unknown): void {
    restsUntil = performance.now() + restMs
    onEvent(`The standby does not answer, and is left alone for ${restMs / 1_000} s: ${(error as Error).message}`)
  }
  return {
    async find(ask) {
      if (performance.now() < restsUntil) return undefined
      try {
        return await ask(db)
      } catch (error) {
        if (!isConflict(error)) rest(error)
        return undefined
      }
    },
    close,
  }
}

/** Replay cancelled this one read (40001, or 57014 after a time), and will not conflict with the next one. */
const isConflict = (error: unknown) => (error as { code?: unknown }).code === sqlState.serializationFailure
