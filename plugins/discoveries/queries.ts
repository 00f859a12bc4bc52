import { type Kysely, sql } from 'kysely'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { DiscoveryCuration, DiscoveryDestination, DiscoveryIdentity } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectAuthorizedReader } from '#src/evidence/references/authorized-reader.ts'
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
export type QueuePosition = { createdAt: string; id: string }

/** Moves with every candidate that joins, leaves or changes in the list. A sum, because it needs no order. */
const selectListVersion = sql<string>`(select coalesce(sum(hash_record_extended(row(q.id, q.revision), 0)), 0)::text from queue q)`

/**
 * `limit` candidates of the curation after a position, the oldest first, with the version of the whole list, in one
 * snapshot.
 */
export async function listCandidates(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { curation, after, limit }: { curation: DiscoveryCuration; after: QueuePosition | undefined; limit: number },
) {
  const following =
    after === undefined ? sql<boolean>`true` : sql<boolean>`(q.created_at, q.id) > (${after.createdAt}, ${after.id})`
  const rows = await db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .with('queue', (qc) =>
      qc
        .selectFrom('reader')
        .innerJoin('discoveries as d', 'd.artist_id', 'reader.artist_id')
        .selectAll('d')
        .where('d.artist_id', '=', artistId)
        .where('d.curation', '=', curation),
    )
    .with('candidate', (qc) =>
      qc
        .selectFrom('queue as q')
        .select(candidateColumns)
        .select('created_at')
        .where(following)
        .orderBy('q.created_at')
        .orderBy('q.id')
        .limit(limit),
    )
    .selectFrom('reader')
    .leftJoin('candidate', (join) => join.onTrue())
    .selectAll()
    .select(selectListVersion.as('listVersion'))
    .orderBy('candidate.created_at')
    .orderBy('candidate.id')
    .execute()
  // Every row carries the same head, and `reader` makes sure that there is one.
  const head = requireAuthorized(rows[0] as (typeof rows)[number])
  return { listVersion: head.listVersion, candidates: rows.filter(hasCandidate) }
}

const hasCandidate = <Row extends { id: string | null }>(row: Row): row is Row & CandidateRow & { created_at: Date } =>
  row.id !== null

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
