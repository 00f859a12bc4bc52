import { type Kysely, sql, type Transaction } from 'kysely'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type EvidenceCaller, selectAuthorizedReader } from '#src/evidence/references/authorized-reader.ts'
import { selectEvidenceStatus } from '#src/evidence/references/eligible-sources.ts'
import type { EvidenceRow } from '#src/evidence/references/passage.ts'
import { selectWindowBytes } from '#src/evidence/references/windows.ts'
import { insertJob } from '#src/queue/enqueue.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { type Findings, type FoundWindow, type LiveStage, noFindings } from '#src/research/questions/checkpoint.ts'
import type { QuestionRequest } from '#src/research/questions/request.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { newOfArtistMax, type QuotaUsage, roundUpSeconds } from './rules.ts'

/** A job that researches a question, and what of its findings this caller may see. */
export type QuestionResearchRow = {
  id: string
  state: 'pending' | 'waiting' | 'done' | 'failed' | 'cancelled'
  /** A step has failed and will be tried again. */
  error_category: ErrorCategory | null
  moved_at: Date
  /** Seconds since the job has ended; null while it is live. */
  ended_seconds_ago: number | null
  stage: LiveStage | null
  findings: Findings
  passages: FoundPassageRow[]
}

/** `index` is that of the window in the findings. */
export type FoundPassageRow = EvidenceRow & {
  index: number
  revision: string
  start: number
  end: number
  text: string
}

/** In words, not as parameters: PostgreSQL has to see that this is the condition of the index. */
export const isQuestionJobRow = sql<boolean>`kind = 'source_search' and purpose like 'question:%'`

/**
 * A question of the artist with the text of every valid window, in one statement; undefined when there is none. A
 * window is valid while its source may be shown and its text is unchanged, so it can be reopened through the evidence
 * read (interface, section 4.5).
 * @throws Problem when the caller may not read of the artist
 */
export async function findQuestionResearch(
  db: Kysely<DB>,
  caller: EvidenceCaller,
  artistId: string,
  jobId: string,
): Promise<QuestionResearchRow | undefined> {
  const rows = await db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .with('job', (qc) =>
      qc
        .selectFrom('reader')
        .innerJoin('artist_research_jobs as j', 'j.artist_id', 'reader.artist_id')
        .select(['j.id', 'j.state', 'j.error_category'])
        .select([
          sql<Date>`coalesce(j.finished_at, j.updated_at, j.created_at)`.as('moved_at'),
          sql<number | null>`extract(epoch from clock_timestamp() - j.finished_at)::float8`.as('ended_seconds_ago'),
          sql<LiveStage | null>`j.checkpoint ->> 'stage'`.as('stage'),
          sql<Findings | null>`case when j.state = 'done' then j.result else j.checkpoint -> 'findings' end`.as(
            'findings',
          ),
        ])
        .where('j.artist_id', '=', artistId)
        .where('j.id', '=', jobId)
        .where(isQuestionJobRow),
    )
    .with(
      'w',
      () =>
        sql<FoundWindow & { index: number }>`(
        select each.index::int, item ->> 'sourceId' as "sourceId", item ->> 'revision' as revision,
          (item ->> 'start')::int as start, (item ->> 'end')::int as "end"
        from job, jsonb_array_elements(job.findings -> 'windows') with ordinality as each (item, index))`,
    )
    .with('passage', (qc) =>
      qc
        .selectFrom('w')
        .innerJoin('sources as s', (join) =>
          join.on('s.artist_id', '=', artistId).onRef('s.source_id', '=', 'w.sourceId'),
        )
        .innerJoin('source_revisions as r', (join) =>
          join
            .on('r.artist_id', '=', artistId)
            .onRef('r.source_id', '=', 's.source_id')
            .onRef('r.revision', '=', 'w.revision'),
        )
        .select(['w.index', 'w.revision', 'w.start', 'w.end', 's.source_id', 's.kind', 's.url', 's.evidence_kind'])
        .select([
          's.speaker',
          's.published_at',
          'r.captured_at',
          'r.truncated',
          selectEvidenceStatus(artistId).as('status'),
        ])
        .select(selectWindowBytes('r.text_utf16').as('bytes'))
        .where('s.is_private', '=', false)
        .where('s.is_upload', '=', false)
        .where(sql<boolean>`(s.kind = 'discovery' or s.revision = w.revision)`),
    )
    .selectFrom('reader')
    .leftJoin('job', (join) => join.onTrue())
    .leftJoin('passage', (join) => join.onTrue())
    .selectAll(['reader', 'passage'])
    .select(['job.id', 'job.state', 'job.error_category', 'job.moved_at'])
    .select(['job.ended_seconds_ago', 'job.stage', 'job.findings'])
    .orderBy('passage.index')
    .execute()
  // Every row carries the same head, and `reader` makes sure that there is one.
  const head = requireAuthorized(rows[0] as (typeof rows)[number])
  if (!isQuestionRow(head)) return undefined
  const { id, state, error_category, moved_at, ended_seconds_ago, stage, findings } = head
  const passages = rows.filter(hasPassage).map(({ bytes, ...row }) => ({ ...row, text: fromUtf16(bytes) }))
  return {
    id,
    state,
    error_category,
    moved_at,
    ended_seconds_ago,
    stage,
    findings: findings ?? noFindings,
    passages,
  }
}

/** Whether the joined job, or passage, is there; the column types beyond are what the tables' checks say. */
const isQuestionRow = <Row extends { id: string | null }>(
  row: Row,
): row is Row & Omit<QuestionResearchRow, 'findings' | 'passages'> => row.id !== null
const hasPassage = <Row extends { source_id: string | null }>(
  row: Row,
): row is Row & Omit<FoundPassageRow, 'text'> & { bytes: Buffer } => row.source_id !== null

/** @throws Problem `not_found` */
export async function requireArtist(trx: Transaction<DB>, artistId: string): Promise<void> {
  const row = await trx.selectFrom('artists').select('id').where('id', '=', artistId).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
}

/** The newest equal question, and what prevents a new one. */
export async function findQuotaUsage(
  trx: Transaction<DB>,
  artistId: string,
  purpose: string,
): Promise<QuotaUsage & { equal_id: string | null }> {
  const { rows } = await sql<QuotaUsage & { equal_id: string | null }>`
    with question as (
      select id, purpose, state, created_at, next_run_at from artist_research_jobs
      where artist_id = ${artistId} and ${isQuestionJobRow}
    ), slots as (
      select case when bool_and(coalesce(${isOccupied}, false))
        then ${selectSecondsUntilFree(sql`min(taken_at)`)} end as full_seconds
      from question_quota_slots
    )
    select
      (select id from question where purpose = ${purpose} order by created_at desc, id desc limit 1) as equal_id,
      (select extract(epoch from next_run_at - clock_timestamp())::float8 from question
        where purpose <> ${purpose} and state in ('pending', 'waiting') limit 1) as busy_seconds,
      (select ${selectSecondsUntilFree(sql`created_at`)} from question
        where created_at > clock_timestamp() - interval '24 hours'
        order by created_at desc offset ${newOfArtistMax - 1} limit 1) as artist_full_seconds,
      (select full_seconds from slots) as all_full_seconds`.execute(trx)
  return rows[0] as (typeof rows)[number]
}

/** Whether a row of question_quota_slots belongs to a job of the last 24 hours; null for one that was never taken. */
const isOccupied = sql<boolean | null>`taken_at > clock_timestamp() - interval '24 hours'`

const selectSecondsUntilFree = (instant: ReturnType<typeof sql>) =>
  sql<number>`extract(epoch from ${instant} + interval '24 hours' - clock_timestamp())::float8`

export type NewQuestionJob = { artistId: string; id: string; purpose: string; request: QuestionRequest }

/**
 * Queues a question under the artist's lock. Returns the job's id.
 * @throws Problem `quota_spent` when the last free slot was taken at this very moment
 */
export async function insertQuestionJob(
  trx: Transaction<DB>,
  { artistId, id, purpose, request }: NewQuestionJob,
): Promise<string> {
  if (!(await takeSlot(trx, 'skip locked')) && !(await takeSlot(trx, ''))) throw await buildQuotaProblem(trx)
  const job = { artistId, id, kind: 'source_search', purpose, payload: request } as const
  await runQuery(trx, insertJob(job))
  return id
}

/**
 * Takes the place that has been free longest, and skips places that other requests are just taking. If there is no
 * other place it waits for those, because their request may still be rolled back.
 */
async function takeSlot(trx: Transaction<DB>, locked: 'skip locked' | ''): Promise<boolean> {
  const { rows } = await sql<{ slot: number }>`
    select slot from question_quota_slots where ${isOccupied} is not true
    order by taken_at nulls first limit 1 for update ${sql.raw(locked)}`.execute(trx)
  const [free] = rows
  if (free === undefined) return false
  await sql`
    update question_quota_slots set taken_at = date_trunc('milliseconds', statement_timestamp())
    where slot = ${free.slot}`.execute(trx)
  return true
}

async function buildQuotaProblem(trx: Transaction<DB>): Promise<Problem> {
  const { rows } = await sql<{ seconds: number }>`
    select ${selectSecondsUntilFree(sql`min(taken_at)`)} as seconds from question_quota_slots`.execute(trx)
  return new Problem('quota_spent', { retryAfter: roundUpSeconds(rows[0]?.seconds ?? 1) })
}
