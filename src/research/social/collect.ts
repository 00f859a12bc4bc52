import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { saveCheckpoint } from '#src/queue/checkpoint.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { lockLease } from '#src/queue/lease.ts'
import { attemptsMax } from '#src/queue/limits.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, completeJob, continueJob, failJob, mayWait, snoozeJob } from '#src/queue/transitions.ts'
import { endUnconfiguredJob } from '#src/queue/unconfigured-job.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { tryCharge } from '../budget/daily-budget.ts'
import { processItem } from '../external-item.ts'
import type { ProviderFailure } from '../providers/provider-error.ts'
import type { CollectionRun, FoundPost, SocialProfile, SocialProvider } from '../providers/social/index.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import {
  type CollectionCheckpoint,
  countTotalSteps,
  createCollectionCheckpoint,
  isLastPage,
  nextProfile,
  readCollectionCheckpoint,
  toCollectionProgress,
} from './checkpoint.ts'
import { postsMax, postsPerPage, providerPauseMs, runPollMs } from './limits.ts'
import { savePosts } from './posts.ts'
import { formatProfileName, listProfileLinks, parseProfiles } from './profiles.ts'

/** A slice at one profile: the job, the profile and the provider. */
type Work = {
  job: ClaimedJob
  plan: CollectionCheckpoint
  profile: SocialProfile
  provider: SocialProvider
  context: ResearchContext
}

/** One slice of collecting an artist's own posts: a run is started or polled, or one page of its results is saved. */
export const collectPosts: ResearchSlice = async (job, context) => {
  const provider = context.providers.social
  if (provider === undefined) return await endUnconfiguredJob(job, context)
  const plan =
    readCollectionCheckpoint(job) ?? createCollectionCheckpoint(await listProfiles(context.db, job.artist_id, provider))
  const profile = plan.profiles[plan.at]
  if (profile === undefined) return await end(job, plan, context)
  const work = { job, plan, profile, provider, context }
  const { stage } = plan
  switch (stage.is) {
    case 'next':
      return await context.runUninterrupted(() => start(work))
    case 'starting':
      return await pass(work, 'outcome_unknown', messages.formatStartUnknown(plan.at + 1, plan.profiles.length))
    case 'running':
      return await poll(work, stage.run)
    case 'reading':
      return await read(work, stage.run, stage.page)
  }
}

async function listProfiles(db: Kysely<DB>, artistId: string, provider: SocialProvider): Promise<SocialProfile[]> {
  const linked = parseProfiles(await listProfileLinks(db, artistId))
  const profiles = [...provider.listKnown(artistId), ...linked].filter(({ platform }) =>
    provider.platforms.includes(platform),
  )
  return [...new Map(profiles.map((profile) => [formatProfileName(profile), profile])).values()]
}

/**
 * Starts a run. The intent to start and its cost are committed before the request is sent, so it is sent once at most,
 * whatever ends the process. A graceful shutdown waits for the response: a run whose start is not recorded would be
 * lost.
 */
async function start(work: Work): Promise<SliceOutcome> {
  const { job, plan, profile, provider, context } = work
  const starting: CollectionCheckpoint = { ...plan, stage: { is: 'starting' } }
  const recorded = await changeArtist(context.db, { artistId: job.artist_id }, async (tx) => {
    const { trx } = await tx.open()
    if (!(await lockLease(trx, job))) return 'lease_lost'
    if (!(await tryCharge(trx, job.artist_id, 'scrape'))) return 'spent'
    return (await saveCheckpoint(trx, job, starting)) ? 'recorded' : 'lease_lost'
  })
  if (recorded === 'lease_lost') return leaseLostOutcome
  if (recorded === 'spent') return await end(job, { ...plan, problem: 'rate_limited' }, context, messages.spentToday)
  const started = await provider.start(profile, postsMax)
  if (started === 'unknown') {
    return await pass(work, 'outcome_unknown', messages.formatStartUnknown(plan.at + 1, plan.profiles.length))
  }
  if ('failed' in started) return await revertStart(work, started)
  const running: CollectionCheckpoint = { ...plan, stage: { is: 'running', run: started } }
  return {
    ending: await applyTransition(snoozeJob(context.db, job, toCollectionProgress(running), runPollMs)),
    progress: messages.formatCollectionStarted(plan.at + 1, plan.profiles.length),
  }
}

/** It is certain that nothing was started: the recorded intent is reverted, and the failure ends the slice. */
async function revertStart(work: Work, failure: ProviderFailure): Promise<SliceOutcome> {
  const { job, plan, context } = work
  if (!(await saveCheckpoint(context.db, job, plan))) return leaseLostOutcome
  return await handleFailure(work, failure)
}

async function poll(work: Work, run: CollectionRun): Promise<SliceOutcome> {
  const { job, plan, provider, context } = work
  const state = await provider.poll(run, context.signal)
  if (typeof state !== 'string') return await handleFailure(work, state)
  if (state === 'running') {
    if (!mayWait(job)) return await pass(work, 'timed_out')
    return {
      ending: await applyTransition(snoozeJob(context.db, job, toCollectionProgress(plan), runPollMs)),
      progress: messages.formatCollectionRunning(plan.at + 1, plan.profiles.length),
    }
  }
  const reading: CollectionCheckpoint = { ...plan, stage: { is: 'reading', run, page: 0 } }
  return {
    ending: await applyTransition(continueJob(context.db, job, toCollectionProgress(reading))),
    progress: messages.collectionEnded,
  }
}

async function read(work: Work, run: CollectionRun, page: number): Promise<SliceOutcome> {
  const { plan, profile, provider, context } = work
  const found = await provider.collect(
    run,
    profile,
    { offset: page * postsPerPage, limit: postsPerPage },
    context.signal,
  )
  if ('failed' in found) return await handleFailure(work, found)
  const computeNext = (read: CollectionCheckpoint): CollectionCheckpoint =>
    found.more && !isLastPage(page)
      ? { ...read, stage: { is: 'reading', run, page: page + 1 } }
      : nextProfile({ ...read, profilesDone: read.profilesDone + 1 })
  return await processItem(
    context,
    () => savePage(work, found.posts, computeNext(plan)),
    async () =>
      savePage(work, [], computeNext({ ...plan, problem: 'unreadable' }), await savePostsApart(work, found.posts)),
  )
}

/** Saves posts with the step that follows; `apart`: how many were saved before. */
async function savePage(
  { job, provider, context }: Work,
  posts: readonly FoundPost[],
  next: CollectionCheckpoint,
  apart = 0,
): Promise<SliceOutcome> {
  return await changeArtist(context.db, { artistId: job.artist_id }, async (tx) => {
    const { trx } = await tx.open()
    if (!(await lockLease(trx, job))) return leaseLostOutcome
    const changed = apart + (await savePosts(trx, { ...job, provider: provider.name, newId: context.newId }, posts))
    const checkpointed = toCollectionProgress({ ...next, posts: next.posts + changed })
    return {
      ending: await applyTransition(continueJob(trx, job, checkpointed)),
      progress: messages.formatPostsRead(changed),
    }
  })
}

/** Saves the posts one by one, where not all can be saved together; @returns how many were new or had changed. */
async function savePostsApart({ job, provider, context }: Work, posts: readonly FoundPost[]): Promise<number> {
  let changed = 0
  for (const post of posts) {
    const save = () =>
      changeArtist(context.db, { artistId: job.artist_id }, async (tx) => {
        const { trx } = await tx.open()
        if (!(await lockLease(trx, job))) return 0
        return await savePosts(trx, { ...job, provider: provider.name, newId: context.newId }, [post])
      })
    changed += await processItem(context, save, () => 0)
  }
  return changed
}

/**
 * A failure that may pass: the slice is retried, after the provider's own pause where it has one. A refusal is final,
 * and after the last attempt this profile is skipped, so that the other profiles do not suffer from it.
 */
async function handleFailure(work: Work, { failed: category, retryAfterMs }: ProviderFailure): Promise<SliceOutcome> {
  const { job, plan, context } = work
  if (category === 'rate_limited' && mayWait(job)) {
    const pauseMs = Math.max(runPollMs, retryAfterMs ?? providerPauseMs)
    return {
      ending: await applyTransition(snoozeJob(context.db, job, toCollectionProgress(plan), pauseMs)),
      progress: messages.providerPauses,
    }
  }
  const isFinal = category === 'provider_refused' || category === 'rate_limited' || job.attempts >= attemptsMax
  return isFinal ? await pass(work, category) : { failed: category }
}

/** Continues with the next profile. */
async function pass(
  { job, plan, context }: Work,
  problem: ErrorCategory,
  words = messages.formatProfileSkipped(plan.at + 1, plan.profiles.length),
): Promise<SliceOutcome> {
  const next = nextProfile(plan, problem)
  if (next.at >= next.profiles.length) return await end(job, next, context, words)
  return { ending: await applyTransition(continueJob(context.db, job, toCollectionProgress(next))), progress: words }
}

/** A collection that has read no profile to its end, although there was one, has failed. */
async function end(
  job: ClaimedJob,
  plan: CollectionCheckpoint,
  { db }: ResearchContext,
  words?: string,
): Promise<SliceOutcome> {
  const { posts, problem, profiles, profilesDone } = plan
  if (problem !== null && profilesDone === 0) {
    const ending = await applyTransition(failJob(db, job, problem, { forGood: true }))
    return { ending, progress: words ?? messages.failedForGood }
  }
  const result = { posts, profiles: profiles.length }
  const errorCategory = problem === null ? {} : { errorCategory: problem }
  const ending = await applyTransition(completeJob(db, job, { steps: countTotalSteps(plan), result, ...errorCategory }))
  return {
    ending,
    progress: words ?? (profiles.length === 0 ? messages.noProfiles : messages.formatPostsCollected(posts)),
  }
}
