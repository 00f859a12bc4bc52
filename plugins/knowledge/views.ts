import type { ArtistBrief, EvidenceSearch, KnowledgePassage, Source, SourceOrigin } from '#src/contract/types.gen.ts'
import { defaultsByKind } from '#src/evidence/references/passage.ts'
import {
  keepIfPublic,
  keepIfPublicationDate,
  truncateCodePoints,
  viewCoverage,
} from '#src/evidence/references/public-metadata.ts'
import { extractWindow } from '#src/evidence/references/windows.ts'
import type { SearchResult } from '#src/evidence/search/search-evidence.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import type { Page } from '#src/text/windows.ts'
import type { BriefRow, EligibleSourceRow } from './queries.ts'
import { descriptionWindow, truncateBrief } from './rules.ts'

/** A source without its text. `artistId` is needed for the revision of a source that has none yet. */
export function viewSource(artistId: string, row: EligibleSourceRow): Source {
  const description =
    row.beginning === null || row.current_chars === null
      ? undefined
      : extractWindow({ bytes: row.beginning, totalChars: row.current_chars }, descriptionWindow)
  const title = truncateCodePoints(row.title, 300)
  return {
    sourceId: row.source_id,
    kind: row.kind,
    title,
    titleTruncated: title !== row.title,
    url: keepIfPublic(row.url),
    revision: row.current_revision ?? computeEmptyRevision(artistId, row.source_id),
    publishedAt: keepIfPublicationDate(row.published_at),
    ingestedAt: row.current_revision === null ? null : row.ingested_at.toISOString(),
    provenance: {
      origin: viewOrigin(row),
      provider: truncateCodePoints(row.provider, 100),
      method: truncateCodePoints(row.method, 100),
      speaker: row.speaker ?? defaultsByKind[row.kind].speaker,
      publisher: truncateCodePoints(row.publisher, 300),
      speakerName: null,
      relationship: 'unknown',
    },
    extraction: {
      readiness: row.current_revision === null ? (row.recovery ?? 'unknown') : 'ready',
      storedChars: row.current_chars ?? 0,
      truncated: row.current_truncated,
      limitations: listExtractionLimitations(row),
    },
    description: description?.text ?? null,
    descriptionTruncated: description !== undefined && description.nextStart !== null,
    uploadedAt: row.is_upload ? row.ingested_at.toISOString() : null,
    eventDate: null,
    originalSourceUrl: null,
  }
}

function listExtractionLimitations({ current_revision, current_truncated, recovery }: EligibleSourceRow): string[] {
  if (current_revision !== null)
    return current_truncated === true ? ['The original is longer than what is stored.'] : []
  return [recovery === 'failed' ? 'Its text could not be recovered.' : 'No text of this source is stored yet.']
}

/** The revision of the source while no text of it is stored: that of the empty text. */
export const computeEmptyRevision = (artistId: string, sourceId: string) =>
  computeSourceRevision({ artistId, sourceId, text: '' })

function viewOrigin({ kind, is_upload }: EligibleSourceRow): SourceOrigin {
  if (kind === 'vault') return is_upload ? 'vault_upload' : 'vault_link'
  return kind === 'social_caption' ? 'social_caption' : 'provider_transcript'
}

/**
 * The coverage of a search. A text that is only partly in the index was searched as far as it is indexed, but does not
 * count as searched.
 */
export function viewSearch(
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

export const viewBrief = (artistId: string, row: BriefRow): ArtistBrief => ({
  status: 'ok',
  artistId,
  name: row.name,
  ...truncateBrief(row.name ?? '', row.bio, row.lore),
  ...(row.releases.length > 0 && { latestReleases: row.releases }),
  summaryIsEvidence: false,
  coverage: viewCoverage(row),
  historyRequired: true,
})

/** Pages of a book and seconds of a recording are not recorded with a text, so both stay null. */
export const viewKnowledgePassage = (
  source: Source,
  revision: string,
  { start, end, text }: Page,
): KnowledgePassage => ({
  source,
  revision,
  start,
  end,
  text,
  page: null,
  startSeconds: null,
  endSeconds: null,
})
