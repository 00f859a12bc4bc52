import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { type ForAnswer, selectCurrentRevision, selectVersions } from './queries.ts'
import { viewVersion } from './views.ts'

const cursors = createCursorCodec('listInterviewResponseVersions', { number: isCount })

/**
 * Every version of an answer, the newest first. A cursor is valid until this answer is revised (operations,
 * section 4).
 */
export const listInterviewResponseVersions: Handler<'listInterviewResponseVersions'> = async (call, { db }) => {
  const { path, query, caller } = call
  const { answerId } = path
  const listing = { artistId: path.id, filter: { answerId } }
  const cursor = cursors.read(listing, query.cursor)
  const before = cursor?.position.number
  const params = { caller, artistId: path.id, answerId, before, limit: query.limit + 1 }
  const { revision, rows } = await findVersions(db, params)
  if (revision === null) throw new Problem('not_found')
  const listed = { listing, cursor, listVersion: revision, rows, limit: query.limit }
  const { page, nextCursor } = cursors.cutPage(listed, ({ number }) => ({ number }))
  return { status: 200, body: { status: 'ok', versions: page.map((row) => viewVersion(row, revision)), nextCursor } }
}

type VersionsPage = ForAnswer & { before: number | undefined; limit: number }

/** With the current revision, null where there is no such response. */
export async function findVersions(db: Kysely<DB>, { before, limit, ...params }: VersionsPage) {
  const rows = selectVersions(db, params)
    .$if(before !== undefined, (qb) => qb.where('v.number', '<', before ?? 0))
    .orderBy('v.number', 'desc')
    .limit(limit)
  return await readAuthorized(db, params, [
    selectCurrentRevision(db, params).as('revision'),
    jsonArrayFrom(rows).as('rows'),
  ])
}
