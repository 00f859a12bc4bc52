import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import type { EvidenceSearch, KnowledgePassage } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isEligible } from '#src/evidence/references/eligible-sources.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { decodeUnits, type SourceWindow, selectWindows } from '#src/evidence/references/windows.ts'
import { type SearchResult, searchEvidence } from '#src/evidence/search/search-evidence.ts'
import { enqueueMissedEmbeddings } from '#src/research/embed/queries.ts'
import { createQueryEmbedder } from '#src/research/embed/query-embedder.ts'
import { selectSourceColumns, viewKnowledgePassage, viewSource } from './sources.ts'

/**
 * The best windows of the whole texts (operations, section 6). With a configured embedding model, windows of a similar
 * meaning are found too.
 */
export const searchArtistEvidence: Handler<'searchArtistEvidence'> = async ({ path, query, caller }, resources) => {
  const { db, newId, providers } = resources
  const artistId = path.id
  const embedder = providers.embeddings && createQueryEmbedder(db, artistId, providers.embeddings)
  const found = await searchEvidence(db, { caller, artistId, kind: query.kind }, query, embedder)
  const read = await readFoundPassages(db, caller, artistId, found.passages)
  const { meaning } = found
  if (meaning !== undefined && meaning.prepared < found.corpus.readable)
    await enqueueMissedEmbeddings(db, { artistId, id: newId(), dimensions: meaning.dimensions })
  return { status: 200, body: viewSearch(found, read) }
}

/**
 * The exact text of these windows, each with its source, in their order; one whose source has another text by now is
 * left out.
 * @throws Problem when the caller may not read of the artist any more
 */
export async function readFoundPassages(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  passages: SourceWindow[],
): Promise<KnowledgePassage[]> {
  if (passages.length === 0) return []
  const current = selectWindows(db, artistId, passages)
    .select(selectSourceColumns(artistId))
    .whereRef('s.revision', '=', 'c.revision')
    .where(isEligible)
  const { rows } = await readAuthorized(db, { caller, artistId }, [jsonArrayFrom(current).as('rows')])
  return rows.map((row) => {
    const { start, end } = passages[row.index] as SourceWindow
    const source = viewSource(artistId, row)
    return viewKnowledgePassage(source, source.revision, { start, end, text: decodeUnits(row.units) })
  })
}

/**
 * The coverage of a search. A text that is only partly in the index was searched as far as it is indexed, but does not
 * count as searched.
 */
function viewSearch(
  { corpus, truncated, isEmptyQuery, meaning }: Omit<SearchResult, 'passages'>,
  passages: KnowledgePassage[],
): EvidenceSearch {
  const coverage = viewCoverage(corpus)
  const unindexed = corpus.readable - corpus.searched
  const uncompared = meaning === undefined || meaning.state === 'unavailable' ? 0 : corpus.readable - meaning.sources
  const missing = [
    isEmptyQuery && 'The query has no word that could be looked for.',
    unindexed > 0 && `${formatTexts(unindexed, 'is', 'are')} still being prepared for search.`,
    meaning?.state === 'unavailable' &&
      'The search by meaning did not answer; passages were found by their words alone.',
    uncompared > 0 && `${formatTexts(uncompared, 'was', 'were')} not searched by meaning.`,
  ].filter((limitation) => limitation !== false)
  return {
    status: 'ok',
    passages,
    coverage: {
      ...coverage,
      searchedSources: corpus.searched,
      ...(meaning !== undefined && { searchedByMeaning: meaning.sources }),
      complete: coverage.complete && missing.length === 0,
      limitations: [...coverage.limitations, ...missing],
    },
    returnedChars: passages.reduce((sum, { text }) => sum + text.length, 0),
    truncated,
  }
}

const formatTexts = (count: number, one: string, many: string) =>
  count === 1 ? `One text ${one}` : `${count} texts ${many}`
