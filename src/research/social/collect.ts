import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { changeUnderLease, saveCheckpoint } from '#src/queue/lease.ts'
import type { SliceResult } from '#src/queue/slice.ts'
import { type CheckpointedProgress, type JobDecision, mayWait } from '#src/queue/transitions.ts'
import { spentToday, tryCharge } from '../budget.ts'
import { isProviderFailure, type ProviderFailure } from '../providers/call.ts'
import type { CollectionRun, SocialProfile, SocialProvider } from '../providers/social/index.ts'
import { decideAfterFailure, endUnconfigured, type ResearchContext, type ResearchSlice } from '../slice.ts'
import { savePosts } from './posts.ts'
import { listProfileLinks, parseProfile } from './profiles.ts'

/** Posts requested of one profile: its newest. Each costs money, and the next collection requests them again. */
const postsMax = 200

/** Posts that one slice reads and saves. */
const postsPerPage = 50

const pagesMax = Math.ceil(postsMax / postsPerPage)

/** Milliseconds between two polls of a run; it takes a minute or two. */
const runPollMs = 10_000

/**
 * The progress of a collection of posts. The profiles are fixed when it begins and processed one after the other: a run
 * is started, awaited, and read page by page.
 */
type Checkpoint = {
  profiles: SocialProfile[]
  /** The current profile. */
  at: number
  /** `starting`: a run of this profile was about to be started. A slice that finds it cannot know whether it was. */
  stage:
    | { is: 'next' }
    | { is: 'starting' }
    | { is: 'running'; run: CollectionRun }
    | { is: 'reading'; run: CollectionRun; page: number }
  /** Profiles that were read to their end. */
  profilesDone: number
  /** Posts that were new or had changed. */
  posts: number
  /** The last failure, if any. */
  problem: ErrorCategory | null
}

const beginning = { at: 0, stage: { is: 'next' }, profilesDone: 0, posts: 0, problem: null } as const

/** A slice at one profile: the job, the profile and the provider. */
type Work = {
  job: ClaimedJob
  plan: Checkpoint
  profile: SocialProfile
  provider: SocialProvider
  context: ResearchContext
}

/** One slice of collecting an artist's own posts: a run is started or polled, or one page of its results is saved. */
export const collectPosts: ResearchSlice = async (job, context) => {
  const provider = context.providers.social
  if (provider === undefined) return endUnconfigured('Nothing collects posts here: no provider is configured')
  const plan: Checkpoint = { ...beginning, profiles: [], ...job.checkpoint }
  if (!('profiles' in job.checkpoint)) plan.profiles = await listProfiles(context.db, job.artist_id, provider)
  const profile = plan.profiles[plan.at]
  if (profile === undefined) return end(plan)
  const work = { job, plan, profile, provider, context }
  const { stage } = plan
  switch (stage.is) {
    case 'next':
      // A run whose start is not recorded would be lost.
      return { uninterrupted: () => start(work) }
    case 'starting':
      return passUnknown(plan)
    case 'running':
      return await poll(work, stage.run)
    case 'reading':
      return await read(work, stage.run, stage.page)
  }
}

/** The profiles whose posts are collected, each once. */
export async function listProfiles(
  db: Kysely<DB>,
  artistId: string,
  provider: SocialProvider,
): Promise<SocialProfile[]> {
  const linked = (await listProfileLinks(db, artistId)).flatMap((link) => parseProfile(link) ?? [])
  const profiles = [...provider.listKnown(artistId), ...linked]
  return [...new Map(profiles.map((one) => [`${one.platform}/${one.handle.toLowerCase()}`, one])).values()]
}

/**
 * Starts a run. The intent to start and its cost are committed before the request is sent, so it is sent once at most,
 * whatever ends the process.
 */
async function start(work: Work): Promise<JobDecision> {
  const { job, plan, profile, provider, context } = work
  const isPaid = await changeUnderLease(context.db, job, async ({ trx }) => {
    if (!(await tryCharge(trx, job.artist_id, 'scrape'))) return false
    await saveCheckpoint(trx, job, { ...plan, stage: { is: 'starting' } })
    return true
  })
  if (!isPaid) return end({ ...plan, problem: 'rate_limited' }, spentToday)
  const started = await provider.start(profile, postsMax)
  if (started === 'unknown') return passUnknown(plan)
  if (isProviderFailure(started)) {
    // It is certain that nothing was started: the recorded intent is reverted.
    await saveCheckpoint(context.db, job, plan)
    return afterFailure(work, started)
  }
  const running = toProgress({ ...plan, stage: { is: 'running', run: started } })
  return { next: running, pauseMs: runPollMs, progress: `Started collecting the posts of ${nameProfile(plan)}` }
}

async function poll(work: Work, run: CollectionRun): Promise<SliceResult> {
  const { job, plan, provider, context } = work
  const state = await provider.poll(run, context.signal)
  if (isProviderFailure(state)) return afterFailure(work, state)
  if (state === 'running') {
    if (!mayWait(job)) return pass(plan, 'timed_out')
    const progress = `Posts of ${nameProfile(plan)} are being collected`
    return { next: toProgress(plan), pauseMs: runPollMs, progress }
  }
  const reading = toProgress({ ...plan, stage: { is: 'reading', run, page: 0 } })
  return { next: reading, progress: 'The posts are found; reading them comes next' }
}

async function read(work: Work, run: CollectionRun, page: number): Promise<SliceResult> {
  const { job, plan, profile, provider, context } = work
  const window = { offset: page * postsPerPage, limit: postsPerPage }
  const found = await provider.collect(run, profile, window, context.signal)
  if (isProviderFailure(found)) return afterFailure(work, found)
  const next: Checkpoint =
    found.more && page + 1 < pagesMax
      ? { ...plan, stage: { is: 'reading', run, page: page + 1 } }
      : nextProfile({ ...plan, profilesDone: plan.profilesDone + 1 })
  return {
    save: async ({ trx }) => {
      const changed = await savePosts(trx, { ...job, provider: provider.name, newId: context.newId }, found.posts)
      const read = toProgress({ ...next, posts: plan.posts + changed })
      return { next: read, progress: `Read a page of posts: ${changed} are new or changed` }
    },
  }
}

/** The steps are the profiles. */
const toProgress = (plan: Checkpoint): CheckpointedProgress => {
  return { cursor: plan.at, total: plan.profiles.length, checkpoint: plan }
}

const nextProfile = (plan: Checkpoint): Checkpoint => ({ ...plan, at: plan.at + 1, stage: { is: 'next' } })

const nameProfile = ({ at, profiles }: Checkpoint) => `profile ${at + 1} of ${profiles.length}`

/** Without an answer the profile is passed over, so that the other profiles do not suffer from it. */
const afterFailure = ({ job, plan }: Work, failure: ProviderFailure): JobDecision =>
  decideAfterFailure(job, failure, { stay: toProgress(plan), goOn: (failed) => pass(plan, failed) })

const passUnknown = (plan: Checkpoint) =>
  pass(
    plan,
    'outcome_unknown',
    `It is unknown whether collecting ${nameProfile(plan)} was started; it is not started again`,
  )

/** Continues with the next profile. */
function pass(
  plan: Checkpoint,
  problem: ErrorCategory,
  progress = `Passed over ${nameProfile(plan)}: its posts could not be collected`,
): JobDecision {
  const next = nextProfile({ ...plan, problem })
  return next.at >= next.profiles.length ? end(next, progress) : { next: toProgress(next), progress }
}

/** A collection that has read no profile to its end, although there was one, has failed. */
function end(plan: Checkpoint, words?: string): JobDecision {
  const { posts, problem, profiles, profilesDone } = plan
  const collected = `Collected posts: ${posts} are new or changed`
  const progress =
    words ?? (profiles.length === 0 ? 'No profile of the artist is known to collect posts from' : collected)
  if (problem !== null && profilesDone === 0) return { failed: problem, progress, restarts: true }
  const result = { posts, profiles: profiles.length }
  const errorCategory = problem === null ? {} : { errorCategory: problem }
  return { done: { result, ...errorCategory }, progress }
}
