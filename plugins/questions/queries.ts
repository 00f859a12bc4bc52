import { type Kysely, type Selectable, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { EvidenceCaller } from '#src/auth/caller.ts'
import type { Instant } from '#src/database/instants.ts'
import type { ArtistResearchJobs, DB } from '#src/database/tables.gen.ts'
import { selectEvidenceStatus } from '#src/evidence/references/eligible-sources.ts'
import type { EvidenceRow } from '#src/evidence/references/passage.ts'
import { decodeUnits, type SourceWindow, selectWindows } from '#src/evidence/references/windows.ts'
import { type Findings, type LiveStage, noFindings } from '#src/research/questions/checkpoint.ts'

/** A job that researches a question. */
export type QuestionRow = Pick<Selectable<ArtistResearchJobs>, 'id' | 'state' | 'error_category'> & {
  moved_at: Instant
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
    .select(['id', 'state', 'error_category'])
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
  const { question } = await readAuthorized(db, { caller, artistId }, [jsonObjectFrom(newest).as('question')])
  return question === null ? undefined : { ...question, findings: question.findings ?? noFindings }
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
  const rows = await selectWindows(db, artistId, windows)
    .select(['w.revision', 'w.start', 'w.end', 's.source_id', 's.kind', 's.url', 's.evidence_kind', 's.speaker'])
    .select(['s.published_at', 'c.captured_at', 'c.truncated', selectEvidenceStatus(artistId).as('status')])
    .where('s.is_private', '=', false)
    .where('s.is_upload', '=', false)
    .where(sql<boolean>`(s.kind = 'discovery' or s.revision = w.revision)`)
    .execute()
  return rows.map(({ units, ...row }) => ({ ...row, text: decodeUnits(units) }))
}
