import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { findVersions } from './queries.ts'
import { viewVersion } from './views.ts'

const cursors = createCursorCodec('listInterviewResponseVersions', { number: isCount })

/**
 * Every version of an answer, the newest first. A cursor is valid until this answer is revised (operations,
 * section 4).
 */
export const listInterviewResponseVersions: Handler<'listInterviewResponseVersions'> = async (call, { db }) => {
  const { path, query, caller } = call
  const listing = { artistId: path.id, filter: { answerId: path.answerId } }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position.number

  const params = { caller, artistId: path.id, answerId: path.answerId, from, rowsMax: query.limit + 1 }
  const { current, versions } = await findVersions(db, params)
  if (current === null) throw new Problem('not_found')
  refuseStaleCursor(cursor, current.revision)
  if (from !== undefined && versions[0]?.number !== from) throw createMalformedCursor()

  const next = versions[query.limit]
  return {
    status: 200,
    body: {
      status: 'ok',
      versions: versions.slice(0, query.limit).map((version) => viewVersion(current, version)),
      nextCursor: next === undefined ? null : cursors.write(listing, current.revision, { number: next.number }),
    },
  }
}
