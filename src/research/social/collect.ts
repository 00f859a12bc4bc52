import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { saveCheckpoint } from '#src/queue/lease.ts'
import * as messages from '#src/queue/status-messages.ts'
import { mayWait } from '#src/queue/transitions.ts'
import { tryCharge } from '../budget.ts'
import { processItem } from '../external-item.ts'
import type { ProviderFailure } from '../providers/call.ts'
import type { CollectionRun, FoundPost, SocialProfile, SocialProvider } from '../providers/social/index.ts'
import { type ResearchContext, saveSlice } from '../slice.ts'
import { decideAfterFailure, endUnconfigured, type JobDecision, runStep, type Step } from '../step.ts'
import {
  type CollectionCheckpoint,
  collectedPostsMax,
  countTotalSteps,
  createCollectionCheckpoint,
  isLastPage,
  nextProfile,
  postsPerPage,
  readCollectionCheckpoint,
  runPollMs,
  toCollectionProgress,
} from './checkpoint.ts'
import { listProfileLinks, parseProfile } from './profiles.ts'

/** A slice at one profile: the job, the profile and the provider. */
type Work = {
  job: ClaimedJob
  plan: CollectionCheckpoint
  profile: SocialProfile
  provider: SocialProvider
  context: ResearchContext
}

/** A run whose start is not recorded would be lost. */
const mayStart = (job: ClaimedJob) => (readCollectionCheckpoint(job)?.stage.is ?? 'next') === 'next'

/** One slice of collecting an artist's own posts: a run is started or polled, or one page of its results is saved. */
export const collectPosts = runStep(async (job, context) => {
  const provider = context.providers.social
  if (provider === undefined) return endUnconfigured(job)
  const plan =
    readCollectionCheckpoint(job) ?? createCollectionCheckpoint(await listProfiles(context.db, job.artist_id, provider))
  const profile = plan.profiles[plan.at]
  if (profile === undefined) return end(plan)
  const work = { job, plan, profile, provider, context }
  const { stage } = plan
  switch (stage.is) {
    case 'next':
      return await start(work)
    case 'starting':
      return passUnknown(plan)
    case 'running':
      return await poll(work, stage.run)
    case 'reading':
      return await read(work, stage.run, stage.page)
  }
}, mayStart)

/** The profiles whose posts this provider collects, each once. */
export async function listProfiles(
  db: Kysely<DB>,
  artistId: string,
  provider: SocialProvider,
): Promise<SocialProfile[]> {
  const linked = (await listProfileLinks(db, artistId)).flatMap((link) => parseProfile(link) ?? [])
  const profiles = [...provider.listKnown(artistId), ...linked].filter(({ platform }) =>
    provider.platforms.includes(platform),
  )
  return [...new Map(profiles.map((one) => [`${one.platform}/${one.handle.toLowerCase()}`, one])).values()]
}

/**
 * Starts a run. The intent to start and its cost are committed before the request is sent, so it is sent once at most,
 * whatever ends the process.
 */
async function start(work: Work): Promise<Step> {
  const { job, plan, profile, provider, context } = work
  const recorded = await saveSlice<'lease_lost' | 'spent' | 'recorded'>(
    context.db,
    job,
    'lease_lost',
    async ({ trx }) => {
      if (!(await tryCharge(trx, job.artist_id, 'scrape'))) return 'spent'
      return (await saveCheckpoint(trx, job, { ...plan, stage: { is: 'starting' } })) ? 'recorded' : 'lease_lost'
    },
  )
  if (recorded === 'lease_lost') return recorded
  if (recorded === 'spent') return end({ ...plan, problem: 'rate_limited' }, messages.spentToday)
  const started = await provider.start(profile, collectedPostsMax)
  if (started === 'unknown') return passUnknown(plan)
  if ('failed' in started) {
    // It is certain that nothing was started: the recorded intent is reverted.
    return (await saveCheckpoint(context.db, job, plan)) ? afterFailure(work, started) : 'lease_lost'
  }
  const running: CollectionCheckpoint = { ...plan, stage: { is: 'running', run: started } }
  const progress = messages.formatCollectionStarted(plan.at + 1, plan.profiles.length)
  return { next: toCollectionProgress(running), pauseMs: runPollMs, progress }
}

async function poll(work: Work, run: CollectionRun): Promise<Step> {
  const { job, plan, provider, context } = work
  const state = await provider.poll(run, context.signal)
  if (typeof state !== 'string') return afterFailure(work, state)
  if (state === 'running') {
    if (!mayWait(job)) return pass(plan, 'timed_out')
    const progress = messages.formatCollectionRunning(plan.at + 1, plan.profiles.length)
    return { next: toCollectionProgress(plan), pauseMs: runPollMs, progress }
  }
  const reading: CollectionCheckpoint = { ...plan, stage: { is: 'reading', run, page: 0 } }
  return { next: toCollectionProgress(reading), progress: messages.collectionEnded }
}

async function read(work: Work, run: CollectionRun, page: number): Promise<Step> {
  const { plan, profile, provider, context } = work
  const window = { offset: page * postsPerPage, limit: postsPerPage }
  const found = await provider.collect(run, profile, window, context.signal)
  if ('failed' in found) return afterFailure(work, found)
  const computeNext = (read: CollectionCheckpoint): CollectionCheckpoint =>
    found.more && !isLastPage(page)
      ? { ...read, stage: { is: 'reading', run, page: page + 1 } }
      : nextProfile({ ...read, profilesDone: read.profilesDone + 1 })
  return {
    ...savePage(work, found.posts, computeNext(plan)),
    // Where not all can be saved together, they are saved one by one.
    otherwise: async () => {
      const apart = await savePostsApart(work, found.posts)
      return savePage(work, [], computeNext({ ...plan, problem: 'unreadable' }), apart)
    },
  }
}

/** Saves posts with the step that follows; `apart`: how many were saved before. */
const savePage = (work: Work, posts: readonly FoundPost[], next: CollectionCheckpoint, apart = 0) => ({
  save: async ({ trx }: { trx: Parameters<typeof savePosts>[0] }): Promise<JobDecision> => {
    const changed = apart + (await savePosts(trx, toFinder(work), posts))
    const read = toCollectionProgress({ ...next, posts: next.posts + changed })
    return { next: read, progress: messages.formatPostsRead(changed) }
  },
})

/** @returns how many were new or had changed */
async function savePostsApart(work: Work, posts: readonly FoundPost[]): Promise<number> {
  const { job, context } = work
  let changed = 0
  for (const post of posts) {
    const save = () => saveSlice(context.db, job, 0, ({ trx }) => savePosts(trx, toFinder(work), [post]))
    changed += await processItem<number>(context, save, () => 0)
  }
  return changed
}

const toFinder = ({ job, provider, context }: Work) => ({ ...job, provider: provider.name, newId: context.newId })

/** Without an answer the profile is passed over, so that the other profiles do not suffer from it. */
const afterFailure = ({ job, plan }: Work, failure: ProviderFailure): JobDecision =>
  decideAfterFailure(job, failure, { stay: toCollectionProgress(plan), goOn: (failed) => pass(plan, failed) })

const passUnknown = (plan: CollectionCheckpoint) =>
  pass(plan, 'outcome_unknown', messages.formatStartUnknown(plan.at + 1, plan.profiles.length))

/** Continues with the next profile. */
function pass(
  plan: CollectionCheckpoint,
  problem: ErrorCategory,
  progress = messages.formatProfileSkipped(plan.at + 1, plan.profiles.length),
): JobDecision {
  const next = nextProfile(plan, problem)
  return next.at >= next.profiles.length ? end(next, progress) : { next: toCollectionProgress(next), progress }
}

/** A collection that has read no profile to its end, although there was one, has failed. */
function end(plan: CollectionCheckpoint, words?: string): JobDecision {
  const { posts, problem, profiles, profilesDone } = plan
  if (problem !== null && profilesDone === 0) return { failed: problem, progress: words ?? messages.failedForGood }
  const result = { posts, profiles: profiles.length }
  const errorCategory = problem === null ? {} : { errorCategory: problem }
  const progress = words ?? (profiles.length === 0 ? messages.noProfiles : messages.formatPostsCollected(posts))
  return { done: { steps: countTotalSteps(plan), result, ...errorCategory }, progress }
}

/** For whom posts are saved, and which provider found them. */
type Finder = { artist_id: string; provider: string; newId: () => string }

/**
 * Saves posts as they were found, and requests their extraction where one is new or has changed. Addresses of subtitles
 * differ with each request: where a transcript was made of them once, another address is no change.
 * @returns how many are new or have changed
 */
export async function savePosts(trx: Transaction<DB>, finder: Finder, posts: readonly FoundPost[]): Promise<number> {
  let changed = 0
  for (const post of removeDuplicates(posts)) changed += await savePost(trx, finder, post)
  if (changed > 0) {
    await enqueueJob(trx, { artistId: finder.artist_id, id: finder.newId(), kind: 'caption_extract' }).execute()
  }
  return changed
}

async function savePost(
  trx: Transaction<DB>,
  { artist_id, provider, newId }: Finder,
  post: FoundPost,
): Promise<number> {
  const content = {
    caption: post.caption,
    caption_truncated: post.captionTruncated,
    tracks: JSON.stringify(post.tracks),
    url: post.url,
    published_at: post.publishedAt,
    provider,
  }
  const row = await trx
    .insertInto('social_posts')
    .values({ artist_id, id: newId(), platform: post.platform, post_id: post.postId, ...content })
    .onConflict((conflict) =>
      conflict.columns(['artist_id', 'platform', 'post_id']).doUpdateSet({
        ...content,
        // The column's default, which is now.
        collected_at: sql<Date>`excluded.collected_at`,
        extracted_at: sql<Date | null>`case when ${isChanged} then null else social_posts.extracted_at end`,
      }),
    )
    .returning(sql<boolean>`extracted_at is null`.as('due'))
    .executeTakeFirst()
  return row?.due === true ? 1 : 0
}

/** Inside the update: whether there is something to extract again. */
const isChanged = sql<boolean>`social_posts.caption <> excluded.caption
  or (social_posts.transcript is distinct from 'ready' and social_posts.tracks <> excluded.tracks)`

/** An actor may return one post twice; one statement can write the row once only, and the later item counts. */
const removeDuplicates = (posts: readonly FoundPost[]) => [
  ...new Map(posts.map((post) => [post.postId, post])).values(),
]
