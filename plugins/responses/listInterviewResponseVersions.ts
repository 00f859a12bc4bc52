import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { selectCurrentRevision, selectVersions } from './queries.ts'
import { viewVersion } from './views.ts'

const cursors = createCursorCodec('listInterviewResponseVersions', { number: isCount })

/**
 * Every version of an answer, the newest first. A cursor is valid until this answer is revised (operations,
 * section 4).
 */
export const listInterviewResponseVersions: Handler<'listInterviewResponseVersions'> = async (call, { db }) => {
  const { answerId, id: artistId } = call.path
  const scope = { caller: call.caller, artistId, answerId }
  const { position, cut } = cursors.openPage({ artistId, filter: { answerId } }, call.query)
  const versions = selectVersions(db, scope)
    .$if(position !== undefined, (qb) => qb.where('v.number', '<', position?.number ?? 0))
    .orderBy('v.number', 'desc')
    .limit(call.query.limit + 1)
  const { revision, rows } = await readAuthorized(db, scope, [
    selectCurrentRevision(db, scope).as('revision'),
    jsonArrayFrom(versions).as('rows'),
  ])
  if (revision === null) throw new Problem('not_found')
  const { page, nextCursor } = cut({ rows, listVersion: revision }, ({ number }) => ({ number }))
  return { status: 200, body: { status: 'ok', versions: page.map((row) => viewVersion(row, revision)), nextCursor } }
}
