import type { Transaction } from 'kysely'
import {
  type ArtistScope,
  type AuthorizationRow,
  claimJustApproved,
  lockArtist,
  lockArtistIfAuthorized,
  requireAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { Database } from '#src/database/database.ts'
import { type PipelinedTransaction, runPipelinedTransaction } from '#src/database/pipelined-transaction.ts'
import type { BoundQuery, PreparedQuery } from '#src/database/prepared-query.ts'
import { requireOneRow } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { type AuditChange, type AuditTrail, openAuditTrail } from './audit-trail.ts'
import { type AuditEvent, type ChainHead, findHead, insertEvent, prepareRead } from './events.ts'

/** The artist, and who acts: undefined for a job, whose lease is the permission, and for an operator. */
type ChangeScope = { artistId: string; caller?: User }

/** The artist's trail, and the transaction in which it is open. */
export type OpenChange = AuditTrail

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
      const change = new ArtistChange(transaction, scope)
      const result = await work(change)
      await change.finish()
      return result
    })
  } catch (error) {
    throw toDatabaseProblem(error) ?? error
  } finally {
    release()
  }
}

/** A change of an artist's records: lock and read, decide, write and commit. */
export class ArtistChange {
  readonly #transaction: PipelinedTransaction
  readonly #scope: ChangeScope
  #trail: AuditTrail | undefined
  #isCommitted = false

  constructor(transaction: PipelinedTransaction, scope: ChangeScope) {
    this.#transaction = transaction
    this.#scope = scope
  }

  /**
   * Locks the artist and reads the one row that the change of a caller is decided on. The read is a statement of its
   * own, so that its snapshot includes all that committed before the lock was granted.
   * @throws Problem for a caller who may not
   */
  async read<Params extends ArtistScope, Row extends AuthorizationRow & ChainHead>(
    query: PreparedQuery<Params, Row>,
    params: Omit<Params, keyof ArtistScope>,
  ): Promise<Row> {
    const { artistId, caller } = this.#scope
    if (caller === undefined) throw new Error('A change without a caller is opened')
    const lock = lockArtistIfAuthorized({ caller, artistId })
    const read = query({ ...params, caller, artistId } as Params)
    const [locked = [], rows = []] = await this.#transaction.query([lock, read])
    const row = requireAuthorized(requireOneRow(rows as Row[]))
    if (locked.length === 0) throw claimJustApproved()
    this.#trail = openAuditTrail(this.#transaction.trx, artistId, row, caller.subject)
    return row
  }

  /** Locks the artist instead for a change whose statements depend on each other. @throws Problem as `read` */
  async open(): Promise<OpenChange> {
    const { artistId, caller } = this.#scope
    if (caller !== undefined) {
      await this.read(findAuthorizedHead, {})
      return this.#open
    }
    const [, heads] = await this.#transaction.query([lockArtist({ artistId }), findHead({ artistId })])
    this.#trail = openAuditTrail(this.#transaction.trx, artistId, requireOneRow(heads as ChainHead[]))
    return this.#trail
  }

  /** Adds an event of the change, after `read` or `open`; each follows the one before it. */
  stage(change: AuditChange): AuditEvent {
    return this.#open.stage(change)
  }

  /** Commits the events and the rows that they describe, all or nothing, and returns `response`. */
  async commit<T>(writes: readonly BoundQuery<unknown>[], response: T): Promise<T> {
    this.#isCommitted = true
    await this.#transaction.commit([...this.#open.take().map(insertEvent), ...writes])
    return response
  }

  /** Commits what `work` has left; `changeArtist` alone calls it. */
  async finish(): Promise<void> {
    if (this.#trail !== undefined && !this.#isCommitted) await this.commit([], undefined)
  }

  /** Further statements of the transaction, after `read`. */
  get trx(): Transaction<DB> {
    return this.#open.trx
  }

  get #open(): AuditTrail {
    if (this.#trail === undefined) throw new Error('A change is decided on what was read')
    return this.#trail
  }
}

const findAuthorizedHead = prepareRead(() => [])
