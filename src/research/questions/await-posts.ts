import { sql } from 'kysely'
import { isLive } from '#src/queue/due-jobs.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { SliceResult } from '#src/queue/slice.ts'
import { socialPlatforms } from '../providers/social/index.ts'
import { listProfiles } from '../social/collect.ts'
import type { NextStep, ResearchProvider } from './checkpoint.ts'
import type { Omission } from './omissions.ts'
import { detectPlatform } from './source-filter.ts'
import { finishQuestion, goTo, omit, type QuestionWork, refreshFindings, stayAt, waitMaxMs } from './work.ts'

type Awaiting = Extract<NextStep, { do: 'await' }>
type Kind = Awaiting['kind']

/** Milliseconds between two checks of other jobs that a question waits for. */
const jobPollMs = 3_000

/** Milliseconds for which collected posts count as recent: a collection is not repeated within the same half hour. */
const recentMs = 30 * 60_000

/**
 * Requests a collection of the artist's posts, and waits. It is the artist's own job and is limited as such: one at a
 * time, whichever question needs it, and none within half an hour of the last.
 */
export async function requestPosts(work: QuestionWork): Promise<SliceResult> {
  const isConfigured = work.context.providers.social !== undefined
  if (!isConfigured) omit(work, 'noCollection')
  if (!isConfigured || (await isCollectedRecently(work))) return await requestSources(work)
  work.plan.findings.provider = await nameProvider(work)
  return ask(work, 'social_ingest')
}

/** The platform that the question is about, else the first on which the artist has a profile; null without one. */
async function nameProvider({ job, context, request }: QuestionWork): Promise<ResearchProvider | null> {
  const { social } = context.providers
  const profiles = social === undefined ? [] : await listProfiles(context.db, job.artist_id, social)
  const named = request.platform ?? detectPlatform(request.targetUrl)
  const platform =
    socialPlatforms.find((one) => one === named) ??
    socialPlatforms.find((one) => profiles.some((profile) => profile.platform === one))
  return platform === 'instagram' && request.evidenceNeed === 'spoken_content' ? 'instagram_reels' : (platform ?? null)
}

/** Another job makes sources of posts, transcripts included; while posts wait for it, so does the question. */
async function requestSources(work: QuestionWork): Promise<SliceResult> {
  const { job, context } = work
  const due = await context.db
    .selectFrom('social_posts')
    .select('id')
    .where('artist_id', '=', job.artist_id)
    .where('extracted_at', 'is', null)
    .executeTakeFirst()
  if (due !== undefined) return ask(work, 'caption_extract')
  await refreshFindings(work)
  return finishQuestion(work)
}

/** Checks the other job, and continues when it has ended, with whatever outcome. */
export async function awaitJob(work: QuestionWork, { kind, jobId }: Awaiting): Promise<SliceResult> {
  const { job, context } = work
  const awaited = await context.db
    .selectFrom('artist_research_jobs')
    .select(['state', 'error_category'])
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', jobId)
    .executeTakeFirst()
  const hasEnded = awaited?.state !== 'pending' && awaited?.state !== 'waiting'
  if (!hasEnded && (job.waited_ms ?? 0) <= waitMaxMs)
    return { next: stayAt(work), pauseMs: jobPollMs, progress: waitingWords[kind] }
  const omission = hasEnded ? findOmission(kind, awaited) : 'late'
  if (omission !== undefined) omit(work, omission)
  if (kind === 'social_ingest') return await requestSources(work)
  await refreshFindings(work)
  return finishQuestion(work)
}

const waitingWords: Readonly<Record<Kind, string>> = {
  social_ingest: 'Waiting until the posts are collected',
  caption_extract: 'Waiting until the posts can be read',
}

/** A collection without a budget is not a failed one. */
function findOmission(
  kind: Kind,
  ended: { state: string; error_category: string | null } | undefined,
): Omission | undefined {
  if (ended?.state === 'done' && ended.error_category === null) return undefined
  if (kind === 'caption_extract') return 'transcriptsFailed'
  if (ended?.error_category === 'not_configured') return 'noCollection'
  return ended?.error_category === 'rate_limited' ? 'spent' : 'collectionFailed'
}

/** Waits for the live job of a kind, or requests one: joining a running job would make it run twice. */
function ask(work: QuestionWork, kind: Kind): SliceResult {
  const { context, request } = work
  const reading = request.evidenceNeed === 'spoken_content' ? 'transcribing' : 'reading'
  const stage = kind === 'social_ingest' ? 'waiting_provider' : reading
  return {
    save: async ({ trx, artistId }) => {
      const live = await trx
        .selectFrom('artist_research_jobs')
        .select('id')
        .where('artist_id', '=', artistId)
        .where('kind', '=', kind)
        .where('purpose', '=', '')
        .where(isLive)
        .executeTakeFirst()
      const newJob = () => enqueueJob(trx, { artistId, id: context.newId(), kind })
      const { id: jobId } = live ?? (await newJob())
      const next = goTo(work, stage, { do: 'await', kind, jobId })
      return { next, pauseMs: jobPollMs, progress: waitingWords[kind] }
    },
  }
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
