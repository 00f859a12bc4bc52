import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import type { DiscoveryCuration, DiscoveryDestination, DiscoveryIdentity } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** A candidate in its current state. The column types beyond text are what the table's checks say. */
export type CandidateRow = {
  id: string
  url: string
  title: string | null
  destination: DiscoveryDestination
  identity: DiscoveryIdentity
  curation: DiscoveryCuration
  reason: string
  revision: string
  source_id: string | null
}

const candidateColumns = [
  ...(['id', 'url', 'title', 'destination', 'identity', 'curation', 'reason', 'revision', 'source_id'] as const),
]

/** Where a page of the queue ended: the candidate it showed last. */
type QueuePosition = { createdAt: string; id: string }

/**
 * `limit` candidates of the curation after a position, the oldest first, with the version of the whole list, in one
 * snapshot. The version moves with every candidate that joins, leaves or changes; it is a sum, which needs no order.
 */
export async function listCandidates(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { curation, after, limit }: { curation: DiscoveryCuration; after: QueuePosition | undefined; limit: number },
) {
  const queue = db.selectFrom('discoveries as q').where('q.artist_id', '=', artistId).where('q.curation', '=', curation)
  const following =
    after === undefined ? sql<boolean>`true` : sql<boolean>`(q.created_at, q.id) > (${after.createdAt}, ${after.id})`
  const page = queue
    .select([...candidateColumns, 'created_at'])
    .where(following)
    .orderBy('q.created_at')
    .orderBy('q.id')
    .limit(limit)
    // An instant is a text in a JSON aggregate.
    .$castTo<CandidateRow & { created_at: string }>()
  const version = queue.select(
    sql<string>`coalesce(sum(hash_record_extended(row(q.id, q.revision), 0)), 0)::text`.as('version'),
  )
  const { candidates, listVersion } = await readAuthorized(db, { caller, artistId }, [
    jsonArrayFrom(page).as('candidates'),
    version.as('listVersion'),
  ])
  return { candidates, listVersion: listVersion ?? '' }
}

export const findCandidate = (db: Kysely<DB>, artistId: string, id: string): Promise<CandidateRow | undefined> =>
  db
    .selectFrom('discoveries')
    .select(candidateColumns)
    .where('artist_id', '=', artistId)
    .where('id', '=', id)
    .$castTo<CandidateRow>()
    .executeTakeFirst()

export async function isSource(db: Kysely<DB>, artistId: string, sourceId: string): Promise<boolean> {
  const sources = db.selectFrom('sources').select('source_id').where('artist_id', '=', artistId)
  return (await sources.where('source_id', '=', sourceId).executeTakeFirst()) !== undefined
}

/** A record of the artist that has an address of its own. */
export type AddressUse = { kind: 'source' | 'removed_profile'; url: string }

/** Addresses in use, except that of the record which an earlier approval of the same candidate made. */
export async function listAddressUses(db: Kysely<DB>, artistId: string, ownId: string): Promise<AddressUse[]> {
  const { rows } = await sql<AddressUse>`
    select 'source' as kind, url from sources
    where artist_id = ${artistId} and kind = 'vault' and removed_at is null and url is not null and source_id <> ${ownId}
    union all
    select 'removed_profile', url from artist_profiles where artist_id = ${artistId} and state = 'removed'`.execute(db)
  return rows
}

export const markReviewed = (
  trx: Transaction<DB>,
  artistId: string,
  { id, curation, identity, revision }: CandidateRow,
  previous: string,
) =>
  trx
    .updateTable('discoveries')
    .set({ curation, identity, revision, previous })
    .where('artist_id', '=', artistId)
    .where('id', '=', id)
    .execute()
