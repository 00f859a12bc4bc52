import type { Transaction } from 'kysely'
import {
  type ArtistScope,
  assertAdministrator,
  lockArtist,
  requireAuthorized,
  selectAuthorization,
} from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { Database } from '#src/database/database.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditTrail, openAuditTrail } from './audit-trail.ts'
import { findHead, selectChainHead } from './events.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/** A change of an artist's records in several statements, and the artist's trail. */
export type InteractiveTransaction = AuditTrail & { readonly trx: Transaction<DB> }

/** The artist, and who acts: undefined for a job, whose lease is the permission, and for an operator. */
type Scope = { artistId: string; caller?: User }

/**
 * An optimistic transaction whose statements depend on each other: read, decide and write in any order, over one
 * connection. A change that commits after the first read has appended the event that this one appends. Rows without an
 * event need a lock of their own; events come before a job's row, or two of them may deadlock.
 * @throws Problem `not_signed_in`, `not_your_artist`, `not_found`; else as `retryOnConflict`
 */
export function runInteractiveTransaction<T>(
  db: Database,
  scope: Scope,
  work: (transaction: InteractiveTransaction) => Promise<T>,
): Promise<T> {
  return retryOnConflict(db, scope.artistId, { waitsForMutex: 'always' }, ({ takesLock }) =>
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (trx) => {
        if (takesLock) await lock(trx, scope)
        const { isClaimant, ...head } = await readHead(trx, scope)
        const { artistId, caller } = scope
        const trail = openAuditTrail(trx, artistId, caller?.subject ?? null, head)
        const result = await work({ ...trail, trx })
        await trail.flush()
        // To revoke a claim appends an event, and so conflicts; to revoke an administrator's right appends none.
        if (caller !== undefined && !isClaimant) await runQuery(trx, assertAdministrator({ subject: caller.subject }))
        return result
      }),
  )
}

async function lock(trx: Transaction<DB>, { artistId, caller }: Scope): Promise<void> {
  if (caller !== undefined) return await lockArtist(trx, caller, artistId)
  await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
}

async function readHead(trx: Transaction<DB>, { artistId, caller }: Scope) {
  if (caller !== undefined) {
    return requireAuthorized(requireOneRow(await runQuery(trx, findAuthorizedHead({ artistId, caller }))))
  }
  return { ...requireOneRow(await runQuery(trx, findHead({ artistId }))), isClaimant: false }
}

const findAuthorizedHead = prepareQuery((db, { artistId, caller }: ArtistScope) =>
  selectChainHead(selectAuthorization(db, caller, artistId), artistId).compile(),
)
