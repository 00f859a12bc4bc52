import type { Handler } from '#plugins/handler.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isInstant, isText } from '#src/http/pagination/cursor-guards.ts'
import { listSources } from './queries.ts'
import { fitSources } from './rules.ts'
import { viewSource } from './views.ts'

const cursors = createCursorCodec('listArtistSources', { ingestedAt: isInstant, sourceId: isText(60) })

/**
 * The sources of the evidence, the newest first (operations, section 6). A page is read in one snapshot of the list.
 */
export const listArtistSources: Handler<'listArtistSources'> = async ({ path, query, caller }, { db }) => {
  const { limit, kind } = query
  const listing = { artistId: path.id, filter: { kind: kind ?? null } }
  const cursor = cursors.read(listing, query.cursor)
  const list = await listSources(db, caller, path.id, { kind, after: cursor?.position, limit: limit + 1 })
  const wanted = list.sources.slice(0, limit).map((row) => viewSource(path.id, row))
  const { fitting: sources, returnedChars } = fitSources(wanted)
  const { listVersion, sources: rows } = list
  const { nextCursor } = cursors.cutPage(
    { listing, cursor, listVersion, rows, limit: sources.length },
    ({ ingested_at, source_id }) => ({ ingestedAt: ingested_at.toISOString(), sourceId: source_id }),
  )
  const budget = { returnedChars, truncated: sources.length < wanted.length, nextCursor }
  return { status: 200, body: { status: 'ok', sources, coverage: viewCoverage(list), budget } }
}
