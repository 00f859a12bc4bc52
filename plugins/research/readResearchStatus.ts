import type { Handler } from '#plugins/handler.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isUuid } from '#src/http/pagination/cursor-guards.ts'
import { listResearchJobs } from './queries.ts'
import { viewResearchJob } from './views.ts'

const cursors = createCursorCodec('readResearchStatus', { id: isUuid })

/** The artist's jobs, the newest first; a strict read that starts nothing (operations, section 7). */
export const readResearchStatus: Handler<'readResearchStatus'> = async ({ path, query, caller }, { db }) => {
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  // One more than the page may hold shows whether there is another.
  const list = await listResearchJobs(db, caller, path.id, { after: cursor?.position, limit: query.limit + 1 })
  refuseStaleCursor(cursor, list.listVersion)
  const page = list.jobs.slice(0, query.limit)
  const last = page.at(-1)
  const nextCursor =
    list.jobs.length > page.length && last !== undefined
      ? cursors.write(listing, list.listVersion, { id: last.id })
      : null
  return {
    status: 200,
    body: {
      status: 'ok',
      jobs: page.map(viewResearchJob),
      coverage: viewCoverage(list),
      budget: { returnedChars: 0, truncated: false, nextCursor },
    },
  }
}
