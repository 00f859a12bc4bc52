import type { Transaction } from 'kysely'
import {
  type ArtistScope,
  type AuthorizationRow,
  claimJustApproved,
  lockArtist,
  lockArtistIfAuthorized,
  requireAuthorized,
  selectAuthorization,
} from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { Database } from '#src/database/database.ts'
import { type PipelinedTransaction, runPipelinedTransaction } from '#src/database/pipelined-transaction.ts'
import { type BoundQuery, type PreparedQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { type AuditTrail, openAuditTrail } from './audit-trail.ts'
import { type AuditEvent, type ChainHead, findHead, insertEvent, insertEvents, selectChainHead } from './events.ts'

/** The artist, and who acts: undefined for a job, whose lease is the permission, and for an operator. */
type ChangeScope = { artistId: string; caller?: User }

/** A change of an artist's records: lock and read, decide, write and commit. */
export type ArtistChange = {
  /**
   * Locks the artist and reads the one row that the change of a caller is decided on. Its statement begins with
   * `selectAuthorization`, has the head (`selectChainHead`) and asks the rest `selectIfAuthorized`.
   * @throws Problem for a caller who may not
   */
  read<Params extends ArtistScope, Row extends AuthorizationRow & ChainHead>(
    query: PreparedQuery<Params, Row>,
    params: Omit<Params, keyof ArtistScope>,
  ): Promise<Row>
  /** Locks the artist instead for a change whose statements depend on each other. @throws Problem as `read` */
  open(): Promise<OpenChange>
  /** Further statements of the transaction, after `read` or `open`. */
  readonly trx: Transaction<DB>
  /** Adds the event of the change. A second call adds a second event, which follows the first. */
  addEvent(action: string, change: Pick<AuditEvent, 'subject' | 'revision' | 'details'>): AuditEvent
  /** Commits the events and the rows that they describe, all or nothing, and returns `response`. */
  commit<T>(writes: readonly BoundQuery<unknown>[], response: T): Promise<T>
}

/** The artist's trail, and the transaction in which it is open. */
export type OpenChange = AuditTrail & { readonly trx: Transaction<DB> }

/**
 * Runs a change of one artist in one transaction of two round trips under the artist's lock: who comes second waits.
 * `work` runs once, and what it leaves uncommitted is committed when it returns.
 * @throws Problem as `work` threw it; `persistence_unavailable` when the database is away, or was lost during the
 * COMMIT, whose outcome is unknown then
 */
export async function changeArtist<T>(
  db: Database,
  scope: ChangeScope,
  work: (change: ArtistChange) => Promise<T>,
): Promise<T> {
  // Spares connections: of equal scopes one has a connection. Not of the artist alone, or a caller who may not change
  // it could make others wait.
  const release = await db.artistMutex.acquire(`${scope.artistId} ${scope.caller?.subject ?? ''}`)
  try {
    return await runPipelinedTransaction(db, async (transaction) => {
      const { change, finish } = createChange(transaction, scope)
      const result = await work(change)
      await finish()
      return result
    })
  } catch (error) {
    throw toDatabaseProblem(error) ?? error
  } finally {
    release()
  }
}

function createChange(transaction: PipelinedTransaction, scope: ChangeScope) {
  const { artistId, caller } = scope
  let trail: AuditTrail | undefined
  const requireTrail = () => {
    if (trail === undefined) throw new Error('A change is decided on what was read')
    return trail
  }
  const insert = async (events: readonly AuditEvent[]) => {
    const [first, ...more] = events as [AuditEvent, ...AuditEvent[]]
    await (more.length === 0 ? runQuery(transaction.trx, insertEvent(first)) : insertEvents(transaction.trx, events))
  }
  const openTrail = (head: ChainHead) => openAuditTrail(artistId, { actor: caller?.subject ?? null, head, insert })
  let isCommitted = false
  async function commit(writes: readonly BoundQuery<unknown>[]): Promise<void> {
    isCommitted = true
    await transaction.commit([...requireTrail().take().map(insertEvent), ...writes])
  }

  const change: ArtistChange = {
    read: async <Params extends ArtistScope, Row extends AuthorizationRow & ChainHead>(
      query: PreparedQuery<Params, Row>,
      params: Omit<Params, keyof ArtistScope>,
    ) => {
      if (caller === undefined) throw new Error('A change without a caller is opened')
      const row = await lockAndRead(transaction, { artistId, caller }, query({ ...params, caller, artistId } as Params))
      trail = openTrail(row)
      return row
    },
    open: async () => {
      if (caller !== undefined) {
        await change.read(findAuthorizedHead, {})
      } else {
        const [, heads] = await transaction.query([lockArtist({ artistId }), findHead({ artistId })])
        trail = openTrail(requireOneRow(heads as ChainHead[]))
      }
      return { ...requireTrail(), trx: transaction.trx }
    },
    get trx() {
      return transaction.trx
    },
    addEvent: (action, event) => requireTrail().stage({ ...event, action }),
    commit: async (writes, response) => {
      await commit(writes)
      return response
    },
  }
  const finish = async () => {
    if (trail !== undefined && !isCommitted) await commit([])
  }
  return { change, finish }
}

/** The read is a statement of its own, so that its snapshot includes all that committed before the lock was granted. */
async function lockAndRead<Row extends AuthorizationRow>(
  transaction: PipelinedTransaction,
  scope: ArtistScope,
  query: BoundQuery<Row>,
): Promise<Row> {
  const [locked = [], rows = []] = await transaction.query([lockArtistIfAuthorized(scope), query])
  const row = requireAuthorized(requireOneRow(rows as Row[]))
  if (locked.length === 0) throw claimJustApproved()
  return row
}

const findAuthorizedHead = prepareQuery((db, { artistId, caller }: ArtistScope) =>
  selectChainHead(selectAuthorization(db, caller, artistId), artistId).compile(),
)
