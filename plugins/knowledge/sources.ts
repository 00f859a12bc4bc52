import { sql } from 'kysely'
import type { KnowledgePassage, Source, SourceKind, SourceOrigin } from '#src/contract/types.gen.ts'
import { type AggregatedRow, viewInstant } from '#src/database/instants.ts'
import type { Sources } from '#src/database/tables.gen.ts'
import { defaultsByKind, type PassageWindow } from '#src/evidence/references/passage.ts'
import { keepIfPublic, keepIfPublicationDate, truncateCodePoints } from '#src/evidence/references/public-metadata.ts'
import { decodeUnits, extractWindow, selectWindow, type WindowRequest } from '#src/evidence/references/windows.ts'
import { recoverPurposePattern } from '#src/research/recover/recovery.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'

/**
 * A source is described by the beginning of its text: enough to tell posts without a title apart (operations, section
 * 6).
 */
const descriptionWindow: WindowRequest = { start: 0, maxChars: 600 }

type WordColumn = 'title' | 'url' | 'publisher' | 'published_at' | 'provider' | 'method' | 'speaker'

/** What a `Source` of the contract is built from, as JSON: the source and its current text. */
type EligibleSourceRow = Pick<AggregatedRow<Sources>, WordColumn | 'source_id' | 'is_upload' | 'ingested_at'> & {
  kind: SourceKind
  current_revision: string | null
  current_chars: number | null
  current_truncated: boolean | null
  recovery: RecoveryStatus | null
  beginning: string | null
}

/** To be selected from the eligible source `s` and the revision `c` of its current text. */
export const selectSourceColumns = (artistId: string) =>
  [
    sql<SourceKind>`s.kind`.as('kind'),
    ...(['s.source_id', 's.title', 's.url', 's.publisher', 's.published_at', 's.provider'] as const),
    ...(['s.method', 's.speaker', 's.is_upload', 's.ingested_at', 's.revision as current_revision'] as const),
    ...(['c.total_chars as current_chars', 'c.truncated as current_truncated'] as const),
    selectWindow('c.text_utf16', descriptionWindow).as('beginning'),
    selectRecoveryStatus(artistId),
  ] as const

/**
 * The state of the newest recovery of a source without text; null where there was none, or none that had anything to
 * do.
 */
type RecoveryStatus = 'queued' | 'running' | 'failed'

/**
 * For the source `s`. A recovery handles its records in order, and each handled record has an outcome. So while a slice
 * runs, it works on the first record without an outcome.
 */
const selectRecoveryStatus = (artistId: string) =>
  sql<RecoveryStatus | null>`case when s.revision is null then (
  select case
      when outcome.status = 'skipped' then null
      when outcome.status is not null or j.state not in ('pending', 'waiting') then 'failed'
      when j.leased_until > now()
        and j.payload -> 'sourceIds' ->> jsonb_array_length(done.outcomes) = s.source_id then 'running'
      else 'queued' end
  from artist_research_jobs as j
  cross join lateral (
    select coalesce(j.result -> 'extractionOutcomes', j.checkpoint -> 'extractionOutcomes', '[]'::jsonb) as outcomes
  ) as done
  left join lateral (
    select item ->> 'status' as status from jsonb_array_elements(done.outcomes) as item
    where item ->> 'sourceId' = s.source_id) as outcome on true
  where j.artist_id = ${artistId} and j.kind = 'source_search' and j.purpose like ${sql.lit(recoverPurposePattern)}
    and j.payload -> 'sourceIds' ? s.source_id
  order by j.created_at desc, j.id desc
  limit 1) end`.as('recovery')

/** A source without its text. `artistId` is needed for the revision of a source that has none yet. */
export function viewSource(artistId: string, row: EligibleSourceRow): Source {
  const description =
    row.beginning === null || row.current_chars === null
      ? undefined
      : extractWindow({ text: decodeUnits(row.beginning), totalChars: row.current_chars }, descriptionWindow)
  const title = truncateCodePoints(row.title, 300)
  return {
    sourceId: row.source_id,
    kind: row.kind,
    title,
    titleTruncated: title !== row.title,
    url: keepIfPublic(row.url),
    revision: row.current_revision ?? computeEmptyRevision(artistId, row.source_id),
    publishedAt: keepIfPublicationDate(row.published_at),
    ingestedAt: row.current_revision === null ? null : viewInstant(row.ingested_at),
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
    uploadedAt: row.is_upload ? viewInstant(row.ingested_at) : null,
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

/** Pages of a book and seconds of a recording are not recorded with a text, so both stay null. */
export const viewKnowledgePassage = (
  source: Source,
  revision: string,
  { start, end, text }: PassageWindow,
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
