import { sql, type Transaction } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import type { QuestionResearchStage } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { buildPurpose, completeRequest, type QuestionRequest } from '#src/research/questions/request.ts'
import { parseTarget } from '#src/text/url/parse-target.ts'
import { findQuestion, isQuestionJobRow, listFoundPassages } from './queries.ts'
import { viewQuestionResearch } from './views.ts'

/**
 * Shares equal work, takes over a recent result, or queues new work within the quotas; nothing runs inside the request
 * (operations, section 7). Of two requests at once the second waits, and finds the first one's question.
 */
export const requestQuestionResearch: Handler<'requestQuestionResearch'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId } = path
  const request = completeRequest(body)
  validateQuestion(request)
  const purpose = buildPurpose(request)
  // The research key may ask about every artist; a user's permission is checked with the lock.
  const scope = caller.kind === 'user' ? { artistId, caller } : { artistId }
  return changeArtist(db, scope, async ({ trx }) => {
    const equal = await findQuestion(trx, caller, artistId, { column: 'purpose', value: purpose })
    if (equal !== undefined) {
      const passages = await listFoundPassages(trx, artistId, equal.findings.windows)
      const research = viewQuestionResearch(equal, passages, caller.kind)
      if (isReusable(research.stage, equal.ended_seconds_ago))
        return { status: 202, body: { ...research, reused: true } }
    }
    // Asked again where other requests have taken the last slots in between.
    for (let isTaken = false; !isTaken; isTaken = await takeSlot(trx)) {
      const refusal = refusalToEnqueue(await findQuotaUsage(trx, artistId))
      if (refusal !== undefined) throw new Problem(refusal.code, refusal)
    }
    const id = newId()
    await enqueueJob(trx, { artistId, id, kind: 'source_search', purpose, payload: request })
    const queued = await findQuestion(trx, caller, artistId, { column: 'id', value: id })
    if (queued === undefined) throw new Problem('internal', { cause: 'A question that was queued is not there' })
    return { status: 202, body: { ...viewQuestionResearch(queued, [], caller.kind), reused: false } }
  })
}

/** New jobs of one artist in any 24 hours. Those of all artists are counted in `question_quota_slots`. */
const newOfArtistMax = 5

/** For how long an ended job's result is taken over, in seconds (operations, section 7). */
const reuseWindowSeconds = { complete: 30 * 60, unresolved: 5 * 60 }

/** Seconds after which to ask again while another question is at work; a job seldom has its next slice sooner. */
const busySeconds = 5

/** What prevents a new question of an artist; the figures are as of now. */
type QuotaUsage = {
  /** Whether another question is live, and then in how many seconds it goes on at the earliest. */
  busy_seconds: number | null
  /** Seconds until the artist, and until this deployment, may have another new job; null when they may now. */
  artist_full_seconds: number | null
  all_full_seconds: number | null
}

/**
 * @throws Problem `invalid_request` for an address that nothing may call, and for days that do not follow each other
 */
function validateQuestion({ targetUrl, fromDate, toDate }: QuestionRequest): void {
  if (targetUrl !== null && parseTarget(targetUrl) === undefined) {
    throw createInvalidRequest('targetUrl', 'must be a web address without credentials, at a port of the web')
  }
  // Calendar dates compare as texts.
  if (fromDate !== null && toDate !== null && toDate < fromDate)
    throw createInvalidRequest('toDate', 'is before fromDate')
}

/**
 * Whether an equal request's job serves this one too: it is live, or it ended recently with a result this caller can
 * use.
 */
export function isReusable(stage: QuestionResearchStage, endedSecondsAgo: number | null): boolean {
  if (endedSecondsAgo === null) return true
  return (stage === 'complete' || stage === 'unresolved') && endedSecondsAgo < reuseWindowSeconds[stage]
}

/**
 * Why no new job may be queued, with the seconds after which one may. A spent quota comes first, because it lasts
 * longer than the question that is at work.
 */
export function refusalToEnqueue(usage: QuotaUsage) {
  const { busy_seconds: busy, artist_full_seconds: artistFull, all_full_seconds: allFull } = usage
  if (artistFull !== null || allFull !== null) {
    return { code: 'quota_spent', retryAfter: roundUpSeconds(Math.max(artistFull ?? 0, allFull ?? 0)) } as const
  }
  if (busy !== null) return { code: 'research_busy', retryAfter: Math.max(busySeconds, roundUpSeconds(busy)) } as const
  return undefined
}

const roundUpSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds))

/** What prevents a new question now. */
async function findQuotaUsage(trx: Transaction<DB>, artistId: string): Promise<QuotaUsage> {
  const { rows } = await sql<QuotaUsage>`
    with question as (
      select state, created_at, next_run_at from artist_research_jobs
      where artist_id = ${artistId} and ${isQuestionJobRow}
    )
    select
      (select extract(epoch from next_run_at - statement_timestamp())::float8 from question
        where state in ('pending', 'waiting') limit 1) as busy_seconds,
      (select ${selectSecondsUntilFree(sql`created_at`)} from question
        where created_at > statement_timestamp() - interval '24 hours'
        order by created_at desc offset ${newOfArtistMax - 1} limit 1) as artist_full_seconds,
      (select case when bool_and(coalesce(${isOccupied}, false)) then ${selectSecondsUntilFree(sql`min(taken_at)`)} end
        from question_quota_slots) as all_full_seconds`.execute(trx)
  return rows[0] as QuotaUsage
}

/**
 * Takes the slot that has been free longest; false where none is. One that another request is just taking is waited
 * for, because that request may still be rolled back.
 */
async function takeSlot(trx: Transaction<DB>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update question_quota_slots set taken_at = date_trunc('milliseconds', statement_timestamp())
    where slot = (
      select slot from question_quota_slots where ${isOccupied} is not true
      order by taken_at nulls first, slot limit 1 for update)`.execute(trx)
  return numAffectedRows === 1n
}

/** Whether a row of question_quota_slots belongs to a job of the last 24 hours; null for one that was never taken. */
const isOccupied = sql<boolean | null>`taken_at > statement_timestamp() - interval '24 hours'`

const selectSecondsUntilFree = (instant: ReturnType<typeof sql>) =>
  sql<number>`extract(epoch from ${instant} + interval '24 hours' - statement_timestamp())::float8`
