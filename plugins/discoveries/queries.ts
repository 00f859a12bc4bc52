import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { requireAuthorized, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { DiscoveryCuration, DiscoveryDestination, DiscoveryIdentity } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'

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

export const candidateColumns = [
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
    .$castTo<CandidateRow & { created_at: Date }>()
  const version = queue.select(
    sql<string>`coalesce(sum(hash_record_extended(row(q.id, q.revision), 0)), 0)::text`.as('version'),
  )
  const reading = selectAuthorization(db, caller, artistId).select(
    selectIfAuthorized([jsonArrayFrom(page).as('candidates'), version.as('listVersion')]),
  )
  const { candidates, listVersion } = requireAuthorized(await reading.executeTakeFirstOrThrow())
  return { candidates, listVersion: listVersion ?? '' }
}

/** A candidate's evidence with its whole current text; undefined where no text is stored. */
export async function findDiscovery(db: Kysely<DB>, artistId: string, sourceId: string) {
  return await db
    .selectFrom('sources as s')
    .innerJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .select(['s.published_at', 's.publisher', 's.provider', 's.method', 's.evidence_kind', 's.speaker'])
    .select(['c.text_utf16', 'c.truncated'])
    .where('s.artist_id', '=', artistId)
    .where('s.source_id', '=', sourceId)
    .executeTakeFirst()
}
