import { sql, type Transaction } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { insertJob } from '#src/queue/enqueue.ts'
import type { QuestionRequest } from '#src/research/questions/request.ts'
import { isQuestionJobRow } from './queries.ts'
import { newOfArtistMax, type QuotaUsage, roundUpSeconds } from './rules.ts'

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
      select case when bool_and(coalesce(${isOccupied}, false)) then ${selectSecondsUntilFree(sql`min(taken_at)`)} end as full_seconds
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
