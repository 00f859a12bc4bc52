import { type Kysely, sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { Source, SourceKind } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText, sourceCounts, withEligibleSources } from '#src/evidence/references/eligible-sources.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isInstant, isText } from '#src/http/pagination/cursor-guards.ts'
import { hasSource, selectSourceColumns, viewSource } from './sources.ts'

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

const everyRow = sql<boolean>`true`

/**
 * Changes with every shown field of a listed source. It is computed with each page from every source of the artist, as
 * the coverage has to be: 2,000 sources cost half a millisecond more. A sum, because a sum needs no order.
 */
const selectListVersion =
  sql<string>`coalesce(sum(hash_record_extended(row(source_id, title, url, publisher, published_at, provider,
  method, speaker, is_upload, ingested_at, revision), 0)), 0)::text`.as('listVersion')

type Position = { ingestedAt: string; sourceId: string }

/**
 * `limit` sources after a position, the newest first and by identity within one instant; with how many there are in all
 * and the version of the whole list, in one snapshot.
 */
async function listSources(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { kind, after, limit }: { kind: SourceKind | undefined; after: Position | undefined; limit: number },
) {
  const ofKind = kind === undefined ? everyRow : sql<boolean>`kind = ${kind}`
  const following =
    after === undefined ? everyRow : sql<boolean>`(ingested_at, source_id) < (${after.ingestedAt}, ${after.sourceId})`
  const rows = await withEligibleSources(db, caller, artistId)
    .with('listed', (qc) => qc.selectFrom('eligible').selectAll().where(ofKind))
    .with('counted', (qc) => qc.selectFrom('listed').select([...sourceCounts, selectListVersion]))
    .with('s', (qc) =>
      qc
        .selectFrom('listed')
        .selectAll()
        .where(following)
        .orderBy('ingested_at', 'desc')
        .orderBy('source_id', 'desc')
        .limit(limit),
    )
    .selectFrom('reader')
    .innerJoin('counted', (join) => join.onTrue())
    .leftJoin('s', (join) => join.onTrue())
    .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .selectAll(['reader', 'counted'])
    .select(selectSourceColumns(artistId))
    .orderBy('s.ingested_at', 'desc')
    .orderBy('s.source_id', 'desc')
    .execute()
  // Every row carries the same head, and `reader` makes sure that there is one.
  const { eligible, readable, listVersion } = requireAuthorized(rows[0] as (typeof rows)[number])
  return { eligible, readable, listVersion, sources: rows.filter(hasSource) }
}
