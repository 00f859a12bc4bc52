import {
  type ArtistScope,
  type AuthorizationRow,
  assertAdministrator,
  claimJustApproved,
  lockIfPermitted,
  requireAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { Database } from '#src/database/database.ts'
import { runPipelinedTransaction } from '#src/database/pipelined-transaction.ts'
import type { BoundQuery, PreparedQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, requireOneRow } from '#src/database/query.ts'
import {
  type AuditEvent,
  advanceHead,
  assertPrevious,
  type ChangeState,
  insertEvent,
  lockArtistShared,
  nextEvent,
} from './events.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/** A change of an artist's records: read, decide, commit. */
export type OptimisticTransaction = {
  /**
   * The one row that the change is decided on. Its statement begins with `selectAuthorization`, has the head
   * (`selectChainHead`) and asks the rest `selectIfAuthorized`.
   * @throws Problem for a caller who may not
   */
  read<Params extends ArtistScope, Row extends AuthorizationRow & ChangeState>(
    query: PreparedQuery<Params, Row>,
    params: Omit<Params, keyof ArtistScope>,
  ): Promise<Row>
  /**
   * Adds the event of the change. Call it after all checks that may refuse, since it takes the artist's mutex. A second
   * call adds a second event, which follows the first.
   */
  addEvent(action: string, change: Pick<AuditEvent, 'subject' | 'revision' | 'details'>): AuditEvent
  /** Commits the events and the rows that they describe, all or nothing, and returns `response`. */
  commit<T>(writes: readonly BoundQuery<unknown>[], response: T): Promise<T>
  /** Commits jobs, which need no event: the key of each is its concurrency token (`insertJob`). */
  commitJobs<T>(jobs: readonly BoundQuery<unknown>[], response: T): Promise<T>
}

/**
 * Runs a change of one artist in two round trips, without an exclusive lock: the audit trail is the concurrency token.
 * It appends event n + 1 to the trail it has read up to n; where another change has done so, the primary key fails it
 * and `work` runs again, so `work` must do nothing outside the transaction. A revoked claim is an event, too.
 * @throws Problem as `work` threw it; `persistence_unavailable` when the database is away, or was lost during the
 * COMMIT, whose outcome is unknown then
 */
export function runOptimisticTransaction<T>(
  db: Database,
  scope: ArtistScope,
  work: (transaction: OptimisticTransaction) => Promise<T>,
): Promise<T> {
  return retryOnConflict(db, scope.artistId, { waitsForMutex: 'after_conflict' }, ({ takesLock, tryMutex }) => {
    const context = { ...scope, tryMutex }
    return takesLock
      ? runLocked(db, scope, (steps) => work(createTransaction(steps, context)))
      : work(createTransaction(openUnlocked(db, scope), context))
  })
}

type Steps = {
  read<Row>(query: BoundQuery<Row>): Promise<Row[]>
  commit(statements: readonly BoundQuery<unknown>[]): Promise<void>
}

function createTransaction(
  steps: Steps,
  { caller, artistId, tryMutex }: ArtistScope & { tryMutex: () => void },
): OptimisticTransaction {
  let state: ChangeState | undefined
  const events: AuditEvent[] = []
  async function commit(statements: readonly BoundQuery<unknown>[]): Promise<void> {
    if (state === undefined) throw new Error('A change is decided on what was read')
    const guards = state.isClaimant ? [] : [assertAdministrator({ subject: caller.subject })]
    await steps.commit([...guards, ...statements])
  }
  return {
    read: async <Params extends ArtistScope, Row extends AuthorizationRow & ChangeState>(
      query: PreparedQuery<Params, Row>,
      params: Omit<Params, keyof ArtistScope>,
    ) => {
      const row = requireAuthorized(requireOneRow(await steps.read(query({ ...params, caller, artistId } as Params))))
      state = row
      return row
    },
    addEvent: (action, change) => {
      if (state === undefined) throw new Error('A change is decided on what was read')
      tryMutex()
      const last = events.at(-1)
      const head = last === undefined ? state : advanceHead(last)
      const event = nextEvent(head, { ...change, action, artistId, actor: caller.subject })
      events.push(event)
      return event
    },
    commit: async (writes, response) => {
      if (events.length === 0) throw new Error('A change is committed with its event')
      const [{ seq, previous }] = events as [AuditEvent, ...AuditEvent[]]
      const read = previous === null ? [] : [assertPrevious({ artistId, seq: seq - 1, hash: previous })]
      await commit([...read, ...events.map(insertEvent), ...writes])
      return response
    },
    commitJobs: async (jobs, response) => {
      if (events.length > 0) throw new Error('A change that has an event is committed with it')
      await commit(jobs)
      return response
    },
  }
}

const openUnlocked = (db: Database, { artistId }: ArtistScope): Steps => ({
  read: (query) => queryPipelined(db, query),
  commit: (statements) =>
    runPipelinedTransaction(db, ({ commit }) => commit([lockArtistShared({ artistId }), ...statements])),
})

/** The same under the artist's lock, which every event's foreign key waits for. */
const runLocked = <T>(db: Database, scope: ArtistScope, work: (steps: Steps) => Promise<T>): Promise<T> =>
  runPipelinedTransaction(db, ({ query, commit }) =>
    work({
      read: async <Row>(decidedOn: BoundQuery<Row>) => {
        const [held = [], rows = []] = await query([lockIfPermitted(scope), decidedOn])
        const [row] = rows as (Row & AuthorizationRow)[]
        if (held.length === 0 && row?.allowed && row.found) throw claimJustApproved()
        return rows as Row[]
      },
      commit,
    }),
  )
