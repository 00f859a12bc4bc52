import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { Source, SourceKind } from '#src/contract/types.gen.ts'
import { viewInstant } from '#src/database/instants.ts'
import { isCurrentText, selectEligible, sourceCounts } from '#src/evidence/references/eligible-sources.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isInstant, isText } from '#src/http/pagination/cursor-guards.ts'
import { selectSourceColumns, viewSource } from './sources.ts'

const cursors = createCursorCodec('listArtistSources', { ingestedAt: isInstant, sourceId: isText(60) })

/**
 * The sources of the evidence, the newest first and by identity within one instant (operations, section 6). A page, the
 * counts and the version of the whole list are read in one snapshot.
 */
export const listArtistSources: Handler<'listArtistSources'> = async ({ path, query, caller }, { db }) => {
  const { limit, kind } = query
  const artistId = path.id
  const { position: after, cut } = cursors.openPage({ artistId, filter: { kind: kind ?? null } }, query)
  const following = sql<boolean>`(ingested_at, source_id) < (${after?.ingestedAt}, ${after?.sourceId})`
  const listed = selectEligible(db, artistId).$if(kind !== undefined, (qb) => qb.where('kind', '=', kind as SourceKind))
  // The page first: the texts of its sources alone are joined.
  const page = listed
    .selectAll('s')
    .$if(after !== undefined, (qb) => qb.where(following))
    .orderBy('ingested_at', 'desc')
    .orderBy('source_id', 'desc')
    .limit(limit + 1)
  const rows = db
    .selectFrom(page.as('s'))
    .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .select(selectSourceColumns(artistId))
    .orderBy('s.ingested_at', 'desc')
    .orderBy('s.source_id', 'desc')
  const found = await readAuthorized(db, { caller, artistId }, [
    jsonArrayFrom(rows).as('rows'),
    jsonObjectFrom(listed.select([...sourceCounts, selectListVersion]))
      .$notNull()
      .as('counts'),
  ])
  const { listVersion, ...counts } = found.counts
  const wanted = found.rows.slice(0, limit).map((row) => viewSource(artistId, row))
  const { fitting: sources, returnedChars } = fitSources(wanted)
  const { nextCursor } = cut(
    { rows: found.rows, listVersion },
    ({ ingested_at, source_id }) => ({ ingestedAt: viewInstant(ingested_at), sourceId: source_id }),
    sources.length,
  )
  const budget = { returnedChars, truncated: sources.length < wanted.length, nextCursor }
  return { status: 200, body: { status: 'ok', sources, coverage: viewCoverage(counts), budget } }
}

/**
 * Titles and descriptions of one page of the list together, in UTF-16 code units: twenty sources of the longest kind.
 */
const listCharsMax = 12_000

/** As many of the sources as the budget of one page allows, and always one. */
function fitSources(sources: readonly Source[]): { fitting: Source[]; returnedChars: number } {
  const fitting: Source[] = []
  let returnedChars = 0
  for (const source of sources) {
    const chars = (source.title?.length ?? 0) + (source.description?.length ?? 0)
    if (fitting.length > 0 && returnedChars + chars > listCharsMax) break
    fitting.push(source)
    returnedChars += chars
  }
  return { fitting, returnedChars }
}

/**
 * Changes with every shown field of a listed source. It is computed with each page from every source of the artist, as
 * the coverage has to be: 2,000 sources cost half a millisecond more. A sum, because a sum needs no order.
 */
const selectListVersion =
  sql<string>`coalesce(sum(hash_record_extended(row(source_id, title, url, publisher, published_at, provider,
  method, speaker, is_upload, ingested_at, revision), 0)), 0)::text`.as('listVersion')
