import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { selectCorrections, selectListVersion } from '#src/records/memory/memory-queries.ts'
import { viewCorrection } from './views.ts'

const cursors = createCursorCodec('listCorrections', { from: isCount })

/** The corrections that hold, the oldest first. A cursor is bound to their ids and revisions. */
export const listCorrections: Handler<'listCorrections'> = async ({ path, query, caller }, { db }) => {
  const artistId = path.id
  const { position, cut } = cursors.openPage({ artistId }, query)
  const from = position?.from ?? 0
  const holding = selectCorrections(db, artistId)
  const rows = holding
    .selectAll()
    .offset(from)
    .limit(query.limit + 1)
  const list = await readAuthorized(db, { caller, artistId }, [
    selectListVersion(holding).as('listVersion'),
    jsonArrayFrom(rows).as('rows'),
  ])
  const { page, nextCursor } = cut(list, () => ({ from: from + query.limit }))
  return { status: 200, body: { status: 'ok', corrections: page.map(viewCorrection), nextCursor } }
}
