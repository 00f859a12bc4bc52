import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { attemptsMax } from '#src/queue/limits.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, completeJob, continueJob, failJob, mayWait, snoozeJob } from '#src/queue/transitions.ts'
import { endUnconfiguredJob } from '#src/queue/unconfigured-job.ts'
import { processItem } from '../external-item.ts'
import { createWebPageReader } from '../providers/pages/index.ts'
import { saveSlice } from '../save-slice.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import {
  countDiscoverSteps,
  createDiscoverCheckpoint,
  type DiscoverCheckpoint,
  hasRunAllQueries,
  readDiscoverCheckpoint,
  resultsPerQueryMax,
  toDiscoverProgress,
  withPages,
} from './checkpoint.ts'
import { listKnownAddresses } from './known-pages.ts'
import { buildProposal, type PageProposal } from './proposal.ts'
import { countPending, pendingCandidatesMax, proposeCandidate } from './review-candidates.ts'
import { searchWithinBudget } from './web-search.ts'

type Work = { job: ClaimedJob; plan: DiscoverCheckpoint; artistName: string; context: ResearchContext }

/**
 * One slice of a source search: one query, or one page that a query found. A page that names the artist goes into the
 * review queue with its text, and is evidence only once it is approved.
 */
export const discoverSources: ResearchSlice = async (job, context) => {
  if (context.providers.search === undefined) return await endUnconfiguredJob(job, context)
  const artist = await context.db
    .selectFrom('artists')
    .select('name')
    .where('id', '=', job.artist_id)
    .executeTakeFirstOrThrow()
  const work = {
    job,
    plan: readDiscoverCheckpoint(job) ?? createDiscoverCheckpoint(artist.name),
    artistName: artist.name,
    context,
  }
  return hasRunAllQueries(work.plan) ? await read(work) : await search(work)
}

async function search({ job, plan, context, ...rest }: Work): Promise<SliceOutcome> {
  const query = plan.queries[plan.queriesDone] ?? ''
  const searched = await searchWithinBudget(job, query, resultsPerQueryMax, context)
  if ('failed' in searched)
    return await handleFailure({ job, plan, context, ...rest }, searched.failed, searched.retryAfterMs)
  if ('skipped' in searched) {
    if (searched.skipped === 'lease_lost') return leaseLostOutcome
    if (searched.skipped === 'not_configured') return await endUnconfiguredJob(job, context)
    const problem = 'rate_limited' as const
    return await continueDiscovery(
      job,
      { ...plan, queriesDone: plan.queries.length, problem },
      context,
      messages.spentToday,
    )
  }
  const known = await listKnownAddresses(context.db, job.artist_id)
  const next = withPages(plan, searched.pages, known)
  return await continueDiscovery(job, next, context, messages.formatPagesFound(next.pages.length))
}

/**
 * A failure that may pass: the slice is retried, after the provider's own pause where it has one. After the last
 * attempt the search continues with what was found until then.
 */
async function handleFailure(work: Work, category: ErrorCategory, retryAfterMs?: number): Promise<SliceOutcome> {
  const { job, plan, context } = work
  if (category === 'rate_limited' && mayWait(job)) {
    const pauseMs = Math.min(
      providerPauseMs.max,
      Math.max(providerPauseMs.min, retryAfterMs ?? providerPauseMs.default),
    )
    return {
      ending: await applyTransition(snoozeJob(context.db, job, toDiscoverProgress(plan), pauseMs)),
      progress: messages.providerPauses,
    }
  }
  if (category !== 'provider_refused' && category !== 'rate_limited' && job.attempts < attemptsMax) {
    return { failed: category }
  }
  return await continueDiscovery(
    job,
    { ...plan, queriesDone: plan.queries.length, problem: category },
    context,
    messages.searchEnded,
  )
}

/** Milliseconds until a provider that asked for a pause may be called again. */
const providerPauseMs = { min: 1_000, default: 60_000, max: 6 * 60 * 60_000 }

/**
 * One page; where reading throws, the search continues with the next and its result says that a page was unreadable.
 */
async function read(work: Work): Promise<SliceOutcome> {
  const { job, plan, context } = work
  const skippedPage: DiscoverCheckpoint = { ...plan, at: plan.at + 1, problem: plan.problem ?? 'unreadable' }
  const words = messages.formatPageSkipped(skippedPage.at, plan.pages.length)
  return await processItem(
    context,
    () => readNext(work),
    () => continueDiscovery(job, skippedPage, context, words),
  )
}

async function readNext({ job, plan, artistName, context }: Work): Promise<SliceOutcome> {
  const page = plan.pages[plan.at]
  if (page === undefined) return await end(job, plan, context)
  const pages = context.providers.pages ?? createWebPageReader(context.providers.network)
  const found = await buildProposal(page, artistName, pages, context.signal)
  context.signal.throwIfAborted()
  const next = { ...plan, at: plan.at + 1 }
  if (found === undefined)
    return await continueDiscovery(job, next, context, messages.formatPageSkipped(next.at, plan.pages.length))
  return await save(job, next, found, context)
}

function save(
  job: ClaimedJob,
  plan: DiscoverCheckpoint,
  found: PageProposal,
  context: ResearchContext,
): Promise<SliceOutcome> {
  return saveSlice(context.db, job, leaseLostOutcome, async ({ trx, ...trail }) => {
    if ((await countPending(trx, job.artist_id)) >= pendingCandidatesMax) {
      return await continueDiscovery(
        job,
        { ...plan, at: plan.pages.length },
        { db: trx },
        messages.formatReviewQueueFull(pendingCandidatesMax),
      )
    }
    const provider = context.providers.search?.name ?? ''
    const proposed = await proposeCandidate(trx, trail, context.newId(), { ...found, provider, jobId: job.id })
    const next = { ...plan, proposed: plan.proposed + (proposed === 'known' ? 0 : 1) }
    return await continueDiscovery(job, next, { db: trx }, messages.formatPageRead(plan.at, plan.pages.length))
  })
}

/** Saves the progress of the search, or completes it after the last page. */
async function continueDiscovery(
  job: ClaimedJob,
  plan: DiscoverCheckpoint,
  context: { db: Kysely<DB> },
  words: string,
): Promise<SliceOutcome> {
  if (hasRunAllQueries(plan) && plan.at >= plan.pages.length) return await end(job, plan, context)
  return { ending: await applyTransition(continueJob(context.db, job, toDiscoverProgress(plan))), progress: words }
}

/** A search that could send no query and found nothing has failed. */
async function end(job: ClaimedJob, plan: DiscoverCheckpoint, { db }: { db: Kysely<DB> }): Promise<SliceOutcome> {
  const { problem, pages, proposed } = plan
  if (problem !== null && pages.length === 0) {
    return {
      ending: await applyTransition(failJob(db, job, problem, { forGood: true })),
      progress: messages.searchEnded,
    }
  }
  const result = { pages: pages.length, proposed }
  const errorCategory = problem === 'unreadable' ? { errorCategory: problem } : {}
  const ended = completeJob(db, job, { steps: countDiscoverSteps(plan), result, ...errorCategory })
  return { ending: await applyTransition(ended), progress: messages.formatSourcesFound(proposed) }
}
