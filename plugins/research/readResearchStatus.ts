import type { Handler } from '#plugins/handler.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isUuid } from '#src/http/pagination/cursor-guards.ts'
import { listResearchJobs } from './queries.ts'
import { viewResearchJob } from './views.ts'

const cursors = createCursorCodec('readResearchStatus', { id: isUuid })

/** The artist's jobs, the newest first; a strict read that starts nothing (operations, section 7). */
export const readResearchStatus: Handler<'readResearchStatus'> = async ({ path, query, caller }, { db }) => {
  const { limit } = query
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const list = await listResearchJobs(db, caller, path.id, { after: cursor?.position, limit: limit + 1 })
  const { listVersion, jobs: rows } = list
  const { page, nextCursor } = cursors.cutPage({ listing, cursor, listVersion, rows, limit }, ({ id }) => ({ id }))
  const budget = { returnedChars: 0, truncated: false, nextCursor }
  return { status: 200, body: { status: 'ok', jobs: page.map(viewResearchJob), coverage: viewCoverage(list), budget } }
}
