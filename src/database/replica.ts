import type { Kysely } from 'kysely'
import type { Config } from '#src/config.ts'
import { connect } from './connect.ts'
import { sqlState } from './sqlstates.ts'
import type { DB } from './tables.gen.ts'

/**
 * A read replica of the database, for what cannot have changed: rows whose key is a hash of their content. It may
 * lag or be unreachable: without a row the caller reads the primary, and decides nothing by it.
 */
export type Replica = {
  /** What `read` finds there; undefined also when the replica does not answer in time. Never rejects. */
  tryRead<T>(read: (db: Kysely<DB>) => Promise<T | undefined>): Promise<T | undefined>
  close(): Promise<void>
}

/** Milliseconds for which a replica that failed is not read: not every reader is to wait for it (circuit breaker). */
const breakerOpenMs = 5_000
/** Deadlines in milliseconds: beyond them the primary is faster. */
const shortTimeouts = { waitMs: 1_000, connectMs: 1_000, lockMs: 500, statementMs: 1_000, queryMs: 1_500 }

/**
 * The streaming standby of `DATABASE_REPLICA_URL`; undefined where none is set.
 * @param onEvent receives a message when it failed
 */
export function openReplica(
  config: Pick<Config, 'databaseReplicaUrl' | 'pool' | 'timeouts'>,
  { applicationName, onEvent }: { applicationName: string; onEvent: (event: string) => void },
): Replica | undefined {
  const { databaseReplicaUrl: url, pool, timeouts } = config
  if (url === undefined) return undefined
  const { waitMs, ...replicaTimeouts } = shortTimeouts
  const { db, close } = connect({
    url,
    pool: { ...pool, waitMs: Math.min(waitMs, pool.waitMs) },
    timeouts: { ...timeouts, ...replicaTimeouts },
    applicationName: `${applicationName} (standby)`,
  })
  let openUntilMs = Number.NEGATIVE_INFINITY
  function openBreaker(error: unknown): void {
    openUntilMs = performance.now() + breakerOpenMs
    onEvent(`The standby does not answer, and is not read for ${breakerOpenMs / 1_000} s: ${(error as Error).message}`)
  }
  return {
    async tryRead(read) {
      if (performance.now() < openUntilMs) return undefined
      try {
        return await read(db)
      } catch (error) {
        if (!isReplayConflict(error)) openBreaker(error)
        return undefined
      }
    },
    close,
  }
}

/** Replay on the replica cancelled this read (40001). The next read will not conflict. */
const isReplayConflict = (error: unknown) => (error as { code?: unknown }).code === sqlState.serializationFailure
