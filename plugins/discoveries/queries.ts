import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import type { DiscoveryCuration, DiscoveryDestination, DiscoveryIdentity } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { prepareRead } from '#src/records/audit/events.ts'

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

/**
 * What a review is decided on: the candidate, the addresses that serve the artist otherwise, and whether an earlier
 * approval has made the record `promotedId`, whose address is the candidate's own.
 */
export const findForReview = prepareRead(
  (db, { artistId, candidateId, promotedId }: { artistId: string; candidateId: string; promotedId: string }) => {
    const candidate = db
      .selectFrom('discoveries')
      .select(candidateColumns)
      .where('artist_id', '=', artistId)
      .where('id', '=', candidateId)
      .$castTo<CandidateRow>()
    return [
      jsonObjectFrom(candidate).as('candidate'),
      sql<string[]>`array(select url from sources where artist_id = ${artistId} and kind = 'vault'
        and removed_at is null and url is not null and source_id <> ${promotedId})`.as('sourceUrls'),
      sql<string[]>`array(select url from artist_profiles
        where artist_id = ${artistId} and state = 'removed')`.as('removedUrls'),
      sql<boolean>`exists (select from sources
        where artist_id = ${artistId} and source_id = ${promotedId})`.as('isPromoted'),
    ]
  },
)

export const markReviewed = (
  db: Kysely<DB>,
  artistId: string,
  { id, curation, identity, revision }: CandidateRow,
  previous: string,
) =>
  db
    .updateTable('discoveries')
    .set({ curation, identity, revision, previous })
    .where('artist_id', '=', artistId)
    .where('id', '=', id)
    .compile()
