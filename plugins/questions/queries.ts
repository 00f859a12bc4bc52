import { type Kysely, type Selectable, sql } from 'kysely'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { ArtistResearchJobs, DB } from '#src/database/tables.gen.ts'
import { type EvidenceCaller, selectAuthorizedReader } from '#src/evidence/references/authorized-reader.ts'
import { selectEvidenceStatus } from '#src/evidence/references/eligible-sources.ts'
import type { EvidenceRow } from '#src/evidence/references/passage.ts'
import { type SourceWindow, selectWindowBytes, selectWindows } from '#src/evidence/references/windows.ts'
import { type Findings, type LiveStage, noFindings } from '#src/research/questions/checkpoint.ts'
import { fromUtf16 } from '#src/text/utf16.ts'

/** A job that researches a question. */
export type QuestionRow = Pick<Selectable<ArtistResearchJobs>, 'id' | 'state' | 'error_category'> & {
  moved_at: Date
  /** Seconds since the job has ended; null while it is live. */
  ended_seconds_ago: number | null
  stage: LiveStage | null
  findings: Findings
}

/** In words, not as parameters: PostgreSQL has to see that this is the condition of the index. */
export const isQuestionJobRow = sql<boolean>`kind = 'source_search' and purpose like 'question:%'`

/**
 * A question of the artist, the newest of a purpose where that is asked for; undefined when there is none.
 * @throws Problem when the caller may not read of the artist
 */
export async function findQuestion(
  db: Kysely<DB>,
  caller: EvidenceCaller,
  artistId: string,
  which: { column: 'id' | 'purpose'; value: string },
): Promise<QuestionRow | undefined> {
  const newest = db
    .selectFrom('artist_research_jobs')
    .select(['artist_id', 'id', 'state', 'error_category'])
    .select([
      sql<Date>`coalesce(finished_at, updated_at, created_at)`.as('moved_at'),
      sql<number | null>`extract(epoch from clock_timestamp() - finished_at)::float8`.as('ended_seconds_ago'),
      sql<LiveStage | null>`checkpoint ->> 'stage'`.as('stage'),
      sql<Findings | null>`case when state = 'done' then result else checkpoint -> 'findings' end`.as('findings'),
    ])
    .where('artist_id', '=', artistId)
    .where(isQuestionJobRow)
    .where(which.column, '=', which.value)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  const row = await db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .selectFrom('reader')
    .leftJoin(newest.as('question'), 'question.artist_id', 'reader.artist_id')
    .selectAll(['reader', 'question'])
    .executeTakeFirstOrThrow()
  const question = requireAuthorized(row)
  // The column types beyond are what the table's checks say.
  return question.id === null ? undefined : ({ ...question, findings: question.findings ?? noFindings } as QuestionRow)
}

export type FoundPassageRow = EvidenceRow & { revision: string; start: number; end: number; text: string }

/**
 * The windows that are valid, in their order, with their texts. A window is valid while its source may be shown and its
 * text is unchanged, so it can be reopened through the evidence read (interface, section 4.5).
 */
export async function listFoundPassages(
  db: Kysely<DB>,
  artistId: string,
  windows: readonly SourceWindow[],
): Promise<FoundPassageRow[]> {
  if (windows.length === 0) return []
  const rows = await db
    .selectFrom(selectWindows(windows).as('w'))
    .innerJoin('sources as s', 's.source_id', 'w.sourceId')
    .innerJoin('source_revisions as r', (join) =>
      join.onRef('r.source_id', '=', 's.source_id').onRef('r.revision', '=', 'w.revision'),
    )
    .select(['w.revision', 'w.start', 'w.end', 's.source_id', 's.kind', 's.url', 's.evidence_kind', 's.speaker'])
    .select(['s.published_at', 'r.captured_at', 'r.truncated', selectEvidenceStatus(artistId).as('status')])
    .select(selectWindowBytes('r.text_utf16').as('bytes'))
    .where('s.artist_id', '=', artistId)
    .where('r.artist_id', '=', artistId)
    .where('s.is_private', '=', false)
    .where('s.is_upload', '=', false)
    .where(sql<boolean>`(s.kind = 'discovery' or s.revision = w.revision)`)
    .orderBy('w.index')
    .execute()
  return rows.map(({ bytes, ...row }) => ({ ...row, text: fromUtf16(bytes) }))
}
