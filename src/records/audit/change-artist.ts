import type { Kysely } from 'kysely'
import {
  type ArtistScope,
  type AuthorizationRow,
  type Columns,
  lockArtist,
  lockArtistIfAuthorized,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { AuthorizedRow } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { runPipelinedTransaction } from '#src/database/pipelined-transaction.ts'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { requireOneRow } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { type AuditTrail, openAuditTrail } from './audit-trail.ts'
import { type ChainHead, clock, findHead, insertEvent, selectNewestEvent } from './events.ts'

/**
 * The artist; who acts, undefined for a job, whose lease is the permission, and for an operator; and what the change of
 * a caller is decided on, undefined where the trail's head is enough.
 */
type ChangeScope<Row> = { artistId: string } & (
  | { caller?: User; read?: undefined }
  | { caller: User; read: BoundQuery<Row> }
)

/** A change under the artist's lock: the open trail, and what is to be written. */
export type ArtistChange = AuditTrail & {
  /** Adds statements that are sent with the COMMIT, after the events. */
  write(...queries: BoundQuery<unknown>[]): void
}

/**
 * Runs a change of one artist in one transaction of two round trips under the artist's lock: who comes second waits.
 * The first locks and reads; `work` runs once and decides; the second sends the staged events, the rows that they
 * describe and the COMMIT, all or nothing.
 * @throws Problem for a caller who may not, and as `work` threw it; `persistence_unavailable` when the database is
 * away, or was lost during the COMMIT, whose outcome is unknown then
 */
export async function changeArtist<T, Row extends ChainHead>(
  db: Database,
  scope: ChangeScope<Row>,
  work: (change: ArtistChange, row: Row) => Promise<T>,
): Promise<T> {
  const { artistId, caller } = scope
  // Spares connections: of equal scopes one has a connection. Not of the artist alone, or a caller who may not change
  // it could make others wait.
  const release = await db.artistMutex.acquire(`${artistId} ${caller?.subject ?? ''}`)
  try {
    return await runPipelinedTransaction(db, lockAndRead(scope), async (rows, trx) => {
      const row = requireLocked(rows, caller)
      const trail = openAuditTrail(trx, artistId, row, caller?.subject)
      const writes: BoundQuery<unknown>[] = []
      const result = await work({ ...trail, write: (...queries) => writes.push(...queries) }, row as Row)
      return { result, writes: [...trail.take().map(insertEvent), ...writes] }
    })
  } catch (error) {
    throw toDatabaseProblem(error) ?? error
  } finally {
    release()
  }
}

/** The read is a statement of its own, so that its snapshot includes all that committed before the lock was granted. */
const lockAndRead = ({ artistId, caller, read }: ChangeScope<unknown>): BoundQuery<unknown>[] =>
  caller === undefined
    ? [lockArtist({ artistId }), findHead({ artistId })]
    : [lockArtistIfAuthorized({ caller, artistId }), read ?? findAuthorizedHead({ caller, artistId }).read]

/** The row that was read, of an artist whom the caller may change and has locked. @throws Problem */
function requireLocked([locked = [], rows = []]: unknown[][], caller: User | undefined): ChainHead {
  const row = requireOneRow(rows as (AuthorizationRow & ChainHead)[])
  if (caller === undefined) return row
  requireAuthorized(row)
  // Authorized now but not a moment ago: the claim was approved in between. A retry succeeds.
  if (locked.length === 0) throw new Problem('persistence_unavailable')
  return row
}

/**
 * Prepares the scope of a change that is decided on these columns, for a caller who may change the artist. They are
 * read under the artist's lock with the trail's head, and so is the clock, so instants of a trail never run backwards.
 */
export function prepareRead<Params extends object, const C extends Columns>(
  select: (db: Kysely<DB>, params: Params & ArtistScope) => C,
) {
  const prepared = prepareQuery(
    (db, params: Params & ArtistScope) =>
      selectAuthorization(db, params.caller, params.artistId)
        .leftJoinLateral(selectNewestEvent(params.artistId), (join) => join.onTrue())
        .select(['head.seq as headSeq', 'head.hash as headHash', clock.as('now')])
        .select(selectIfAuthorized(select(db, params)))
        .compile() as BoundQuery<AuthorizedRow<C> & ChainHead>,
  )
  return (params: Params & ArtistScope) => ({
    artistId: params.artistId,
    caller: params.caller,
    read: prepared(params),
  })
}

const findAuthorizedHead = prepareRead(() => [])
