import type { Handler } from '#plugins/handler.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isInstant, isText } from '#src/http/pagination/cursor-guards.ts'
import { listSources } from './queries.ts'
import { cutSourcePage } from './rules.ts'
import { viewSource } from './views.ts'

const cursors = createCursorCodec('listArtistSources', { ingestedAt: isInstant, sourceId: isText(60) })

/**
 * The sources of the evidence, the newest first (operations, section 6). A page is read in one snapshot of the list.
 */
export const listArtistSources: Handler<'listArtistSources'> = async ({ path, query, caller }, { db }) => {
  const { limit, kind } = query
  const listing = { artistId: path.id, filter: { kind: kind ?? null } }
  const cursor = cursors.read(listing, query.cursor)
  // One more than the page may hold shows whether there is another.
  const list = await listSources(db, caller, path.id, { kind, after: cursor?.position, limit: limit + 1 })
  refuseStaleCursor(cursor, list.listVersion)
  const sources = list.sources.map((row) => viewSource(path.id, row))
  const { page, returnedChars, truncated, hasMore } = cutSourcePage(sources, limit)
  const last = list.sources[page.length - 1]
  const nextCursor =
    hasMore && last !== undefined
      ? cursors.write(listing, list.listVersion, {
          ingestedAt: last.ingested_at.toISOString(),
          sourceId: last.source_id,
        })
      : null
  return {
    status: 200,
    body: {
      status: 'ok',
      sources: page,
      coverage: viewCoverage(list),
      budget: { returnedChars, truncated, nextCursor },
    },
  }
}
