import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { viewInstant } from '#src/database/instants.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { candidateColumns, viewCandidate } from './views.ts'

const cursors = createCursorCodec('listDiscoveries', { createdAt: isInstant, id: isUuid })

/**
 * The candidates of one curation, those that wait by default, the oldest first (operations, section 7). The version of
 * the list moves with every candidate that joins, leaves or changes; it is a sum, which needs no order.
 */
export const listDiscoveries: Handler<'listDiscoveries'> = async ({ path, query, caller }, { db }) => {
  const { curation = 'pending' } = query
  const artistId = path.id
  const { position: after, cut } = cursors.openPage({ artistId, filter: { curation } }, query)
  const queue = db.selectFrom('discoveries as q').where('q.artist_id', '=', artistId).where('q.curation', '=', curation)
  const following = sql<boolean>`(q.created_at, q.id) > (${after?.createdAt}, ${after?.id})`
  const rows = queue
    .select([...candidateColumns, 'created_at'])
    .$if(after !== undefined, (qb) => qb.where(following))
    .orderBy('q.created_at')
    .orderBy('q.id')
    .limit(query.limit + 1)
  const version = queue.select(
    sql<string>`coalesce(sum(hash_record_extended(row(q.id, q.revision), 0)), 0)::text`.as('version'),
  )
  const list = await readAuthorized(db, { caller, artistId }, [
    jsonArrayFrom(rows).as('rows'),
    version.as('listVersion'),
  ])
  const { page, nextCursor } = cut(list, ({ created_at, id }) => ({ createdAt: viewInstant(created_at), id }))
  return { status: 200, body: { status: 'ok', candidates: page.map(viewCandidate), nextCursor } }
}
