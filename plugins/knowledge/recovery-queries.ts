import { sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { requireAuthorized, selectAuthorization } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { selectRecoverable } from '#src/research/recover/missing-texts.ts'
import { recoverPurpose } from '#src/research/recover/purpose.ts'

/**
 * What a recovery is decided on; follows `lockArtist`, so that of two requests at once the second sees the first one's
 * job.
 */
export async function findForRecovery(trx: Transaction<DB>, caller: User, artistId: string, sourceIds: string[]) {
  const records = selectRecoverable(trx, artistId)
    .select(['source_id', 'url', 'revision'])
    .where(sql<boolean>`source_id = any(${sourceIds})`)
  const live = trx
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'source_search')
    .where('purpose', '=', recoverPurpose)
    .where('state', 'in', ['pending', 'waiting'])
  const reading = selectAuthorization(trx, caller, artistId)
    .select(jsonArrayFrom(records).as('records'))
    .select((eb) => eb.exists(live).as('isLive'))
  return requireAuthorized(await reading.executeTakeFirstOrThrow())
}

/** Queues one job for the records, in their order. */
export const insertRecovery = (trx: Transaction<DB>, artistId: string, id: string, sourceIds: string[]) =>
  enqueueJob(trx, {
    artistId,
    id,
    kind: 'source_search',
    purpose: recoverPurpose,
    payload: { sourceIds },
  }).executeTakeFirstOrThrow()
