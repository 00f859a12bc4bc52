import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isLive } from '#src/queue/due-jobs.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { SliceResult } from '#src/queue/slice.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import { type SocialProvider, socialPlatforms } from '../providers/social/index.ts'
import { listProfiles } from '../social/collect.ts'
import type { ResearchProvider } from './checkpoint.ts'
import { detectPlatform } from './source-filter.ts'
import { finishQuestion, finishWithout, omit, type QuestionWork, refreshFindings, stayAt, waitMaxMs } from './work.ts'

/** A collection saves posts and queues their extraction with them: one of the two is live until both have ended. */
const kinds = ['social_ingest', 'caption_extract'] as const

/** Milliseconds between two checks of the jobs that a question waits for. */
const jobPollMs = 3_000

/** Minutes for which collected posts count as recent: a collection is not repeated within the same half hour. */
const recentMinutes = 30

/**
 * Requests a collection of the artist's posts, and waits. It is the artist's own job and is limited as such: one at a
 * time, whichever question needs it, and none within half an hour of the last.
 */
export async function requestPosts(work: QuestionWork): Promise<SliceResult> {
  const { context, plan } = work
  const { social } = context.providers
  if (social === undefined) return finishWithout(work, 'noCollection')
  plan.findings.provider = await nameProvider(work, social)
  return {
    save: async ({ trx, artistId }) => {
      const collection = (await listNewest(trx, artistId)).find(({ kind }) => kind === 'social_ingest')
      // Joining a live job would make it run twice.
      if (collection?.isLive !== true && collection?.isRecent !== true) {
        await enqueueJob(trx, { artistId, id: context.newId(), kind: 'social_ingest' })
      }
      return wait(work, 'social_ingest')
    },
  }
}

/** The platform that the question is about, else the first on which the artist has a profile; null without one. */
async function nameProvider(
  { job, context, request }: QuestionWork,
  social: SocialProvider,
): Promise<ResearchProvider | null> {
  const profiles = await listProfiles(context.db, job.artist_id, social)
  const named = request.platform ?? detectPlatform(request.targetUrl)
  const platform =
    socialPlatforms.find((one) => one === named) ??
    socialPlatforms.find((one) => profiles.some((profile) => profile.platform === one))
  return platform === 'instagram' && request.evidenceNeed === 'spoken_content' ? 'instagram_reels' : (platform ?? null)
}

/** Checks whether the posts are collected and extracted, and continues when they are, with whatever outcome. */
export async function awaitPosts(work: QuestionWork): Promise<SliceResult> {
  const { job, context } = work
  const newest = await listNewest(context.db, job.artist_id)
  const live = newest.find((one) => one.isLive)
  if (live !== undefined && (job.waited_ms ?? 0) <= waitMaxMs) return wait(work, live.kind)
  if (live !== undefined) omit(work, 'late')
  else if (newest.some(({ hasFailed }) => hasFailed)) omit(work, 'collectionFailed')
  await refreshFindings(work)
  return finishQuestion(work)
}

type Kind = (typeof kinds)[number]

function wait(work: QuestionWork, kind: Kind): JobDecision {
  const reading = work.request.evidenceNeed === 'spoken_content' ? 'transcribing' : 'reading'
  Object.assign(work.plan, { stage: kind === 'social_ingest' ? 'waiting_provider' : reading, step: { do: 'await' } })
  return { next: stayAt(work), pauseMs: jobPollMs, progress: 'Waiting until the posts are collected and can be read' }
}

/** The artist's newest job of each kind; the collection first, since an extraction may run beside it. */
const listNewest = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('artist_research_jobs')
    .distinctOn('kind')
    .select(['kind', isLive.as('isLive')])
    .$narrowType<{ kind: Kind }>()
    .select(sql<boolean>`not ${isLive} and (state <> 'done' or error_category is not null)`.as('hasFailed'))
    .select(
      sql<boolean>`state = 'done' and error_category is null
        and finished_at > clock_timestamp() - ${recentMinutes} * interval '1 minute'`.as('isRecent'),
    )
    .where('artist_id', '=', artistId)
    .where('kind', 'in', kinds)
    .orderBy('kind', 'desc')
    .orderBy('id', 'desc')
    .execute()
