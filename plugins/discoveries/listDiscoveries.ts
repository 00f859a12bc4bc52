import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import type { DiscoveryCuration } from '#src/contract/types.gen.ts'
import { viewInstant } from '#src/database/instants.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { type CandidateRow, candidateColumns, viewCandidate } from './views.ts'

const cursors = createCursorCodec('listDiscoveries', { createdAt: isInstant, id: isUuid })

/** The candidates of one curation, those that wait by default, the oldest first (operations, section 7). */
export const listDiscoveries: Handler<'listDiscoveries'> = async ({ path, query, caller }, { db }) => {
  const { curation = 'pending', limit } = query
  const listing = { artistId: path.id, filter: { curation } }
  const cursor = cursors.read(listing, query.cursor)
  const after = cursor?.position
  const { candidates: rows, listVersion } = await listCandidates(db, caller, path.id, {
    curation,
    after,
    limit: limit + 1,
  })
  const { page, nextCursor } = cursors.cutPage({ listing, cursor, listVersion, rows, limit }, ({ created_at, id }) => ({
    createdAt: viewInstant(created_at),
    id,
  }))
  return { status: 200, body: { status: 'ok', candidates: page.map(viewCandidate), nextCursor } }
}

/** Where a page of the queue ended: the candidate it showed last. */
type QueuePosition = { createdAt: string; id: string }

/**
 * `limit` candidates of the curation after a position, the oldest first, with the version of the whole list, in one
 * snapshot. The version moves with every candidate that joins, leaves or changes; it is a sum, which needs no order.
 */
async function listCandidates(
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
