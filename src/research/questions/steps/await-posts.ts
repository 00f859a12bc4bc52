import { sql } from 'kysely'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { lockLease } from '#src/queue/lease.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, snoozeJob } from '#src/queue/transitions.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import type { NextStep } from '../checkpoint.ts'
import type { Omission } from '../findings.ts'
import { jobPollMs, recentMs, waitMaxMs } from '../limits.ts'
import {
  finishQuestion,
  type QuestionWork,
  refreshFindings,
  snooze,
  toQuestionProgress,
  withOmission,
} from '../work.ts'

type Kind = Extract<NextStep, { do: 'await' }>['kind']

/**
 * Requests a collection of the artist's posts, and waits. It is the artist's own job and is limited as such: one at a
 * time, whichever question needs it, and none within half an hour of the last.
 */
export async function requestPosts(work: QuestionWork): Promise<SliceOutcome> {
  const { context, plan } = work
  const { social } = context.providers
  if (social === undefined) return await makeSources(withOmission(work, 'noCollection'))
  if (await isCollectedRecently(work)) return await makeSources(work)
  return await ask(
    { ...work, plan: { ...plan, findings: { ...plan.findings, provider: social.name } } },
    'social_ingest',
  )
}

/** Another job makes sources of posts, transcripts included; while it is pending, the question waits for it. */
async function makeSources(work: QuestionWork): Promise<SliceOutcome> {
  if (await areSourcesDue(work)) return await ask(work, 'caption_extract')
  return await finishQuestion((await refreshFindings(work)).work)
}

/** Checks the other job, and continues when it has ended, with whatever outcome. */
export async function awaitJob(
  work: QuestionWork,
  { kind, jobId }: Extract<NextStep, { do: 'await' }>,
): Promise<SliceOutcome> {
  const { job, context, plan } = work
  const request = await context.db
    .selectFrom('artist_research_jobs')
    .select(['state', 'error_category'])
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', jobId)
    .executeTakeFirst()
  const isLive = request?.state === 'pending' || request?.state === 'waiting'
  const isLate = (job.waited_ms ?? 0) > waitMaxMs
  if (isLive && !isLate) return await snooze(work, plan, jobPollMs, waitingWords[kind])
  const omission = isLive ? 'late' : findOmission(kind, request)
  const then = omission === undefined ? work : withOmission(work, omission)
  if (kind === 'social_ingest') return await makeSources(then)
  return await finishQuestion((await refreshFindings(then)).work)
}

const waitingWords: Readonly<Record<Kind, string>> = {
  social_ingest: messages.awaitsPosts,
  caption_extract: messages.awaitsSources,
}

/** A collection without a budget is not a failed one. */
function findOmission(
  kind: Kind,
  request: { state: string; error_category: string | null } | undefined,
): Omission | undefined {
  if (request?.state === 'done' && request.error_category === null) return undefined
  if (kind === 'caption_extract') return 'transcriptsFailed'
  if (request?.error_category === 'not_configured') return 'noCollection'
  return request?.error_category === 'rate_limited' ? 'spent' : 'collectionFailed'
}

/** Waits for the live job of a kind, or requests one: joining a running job would make it run twice. */
async function ask(work: QuestionWork, kind: Kind): Promise<SliceOutcome> {
  const { job, context, request, plan } = work
  const artistId = job.artist_id
  const stage =
    kind === 'social_ingest'
      ? 'waiting_provider'
      : request.evidenceNeed === 'spoken_content'
        ? 'transcribing'
        : 'reading'
  return await changeArtist(context.db, { artistId }, async (tx) => {
    const { trx } = await tx.open()
    if (!(await lockLease(trx, job))) return leaseLostOutcome
    const live = await trx
      .selectFrom('artist_research_jobs')
      .select('id')
      .where('artist_id', '=', artistId)
      .where('kind', '=', kind)
      .where('purpose', '=', '')
      .where(sql<boolean>`state in ('pending', 'waiting')`)
      .executeTakeFirst()
    const { id: jobId } =
      live ?? (await enqueueJob(trx, { artistId, id: context.newId(), kind }).executeTakeFirstOrThrow())
    const checkpointed = toQuestionProgress(
      work,
      { ...plan, stage, next: { do: 'await', kind, jobId } },
      { pagesLeft: null },
    )
    return { ending: await applyTransition(snoozeJob(trx, job, checkpointed, jobPollMs)), progress: waitingWords[kind] }
  })
}

async function isCollectedRecently({ job, context }: QuestionWork): Promise<boolean> {
  const recent = await context.db
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('artist_id', '=', job.artist_id)
    .where('kind', '=', 'social_ingest')
    .where('state', '=', 'done')
    .where('error_category', 'is', null)
    .where(sql<boolean>`finished_at > clock_timestamp() - ${recentMs} * interval '1 millisecond'`)
    .executeTakeFirst()
  return recent !== undefined
}

async function areSourcesDue({ job, context }: QuestionWork): Promise<boolean> {
  const due = await context.db
    .selectFrom('social_posts')
    .select('id')
    .where('artist_id', '=', job.artist_id)
    .where('extracted_at', 'is', null)
    .executeTakeFirst()
  return due !== undefined
}
