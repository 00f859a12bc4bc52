import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import * as messages from '#src/queue/status-messages.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { hasReadablePages } from '#src/text/url/page-url.ts'
import { findArtistName } from '../artist-name.ts'
import { processItem } from '../external-item.ts'
import { createWebPageReader, type PageReader } from '../providers/pages/index.ts'
import type { FoundPage } from '../providers/web-search.ts'
import type { ResearchContext } from '../slice.ts'
import { parseProfile } from '../social/profiles.ts'
import { decideAfterFailure, endUnconfigured, type JobDecision, runStep, type Step } from '../step.ts'
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
import { countMentions } from './count-mentions.ts'
import { listKnownAddresses } from './known-pages.ts'
import { type Proposal, pendingCandidatesMax, proposeCandidate } from './review-candidates.ts'
import { searchWithinBudget } from './web-search.ts'

type Work = { job: ClaimedJob; plan: DiscoverCheckpoint; artistName: string; context: ResearchContext }

/**
 * One slice of a source search: one query, or one page that a query found. A page that names the artist goes into the
 * review queue with its text, and is evidence only once it is approved.
 */
export const discoverSources = runStep(async (job, context) => {
  if (context.providers.search === undefined) return endUnconfigured(job)
  const artistName = await findArtistName(context.db, job.artist_id)
  const plan = readDiscoverCheckpoint(job) ?? createDiscoverCheckpoint(artistName)
  const work = { job, plan, artistName, context }
  return hasRunAllQueries(plan) ? await read(work) : await search(work)
})

async function search({ job, plan, context }: Work): Promise<Step> {
  const query = plan.queries[plan.queriesDone] ?? ''
  const searched = await searchWithinBudget(job, query, resultsPerQueryMax, context)
  if ('failed' in searched) {
    const goOn = (problem: ErrorCategory) => endQueries(plan, problem, messages.searchEnded)
    return decideAfterFailure(job, searched, { stay: toDiscoverProgress(plan), goOn })
  }
  if ('skipped' in searched) {
    if (searched.skipped === 'lease_lost') return 'lease_lost'
    if (searched.skipped === 'not_configured') return endUnconfigured(job)
    return endQueries(plan, 'rate_limited', messages.spentToday)
  }
  const known = await listKnownAddresses(context.db, job.artist_id)
  const next = withPages(plan, searched.pages, known)
  return continueDiscovery(next, messages.formatPagesFound(next.pages.length))
}

/** Continues with the pages that were found until then. */
const endQueries = (plan: DiscoverCheckpoint, problem: ErrorCategory, words: string) =>
  continueDiscovery({ ...plan, queriesDone: plan.queries.length, problem }, words)

/** One page; where it cannot be read or saved, the search continues with the next and its result says so. */
async function read({ job, plan, artistName, context }: Work): Promise<Step> {
  const page = plan.pages[plan.at]
  if (page === undefined) return end(plan)
  const next: DiscoverCheckpoint = { ...plan, at: plan.at + 1 }
  const pass = (after: DiscoverCheckpoint) =>
    continueDiscovery(after, messages.formatPageSkipped(next.at, plan.pages.length))
  const passUnreadable = () => pass({ ...next, problem: plan.problem ?? 'unreadable' })
  const pages = context.providers.pages ?? createWebPageReader(context.providers.network)
  const found = await processItem<PageProposal | undefined | 'unreadable'>(
    context,
    () => buildProposal(page, artistName, pages, context.signal),
    () => 'unreadable',
  )
  context.signal.throwIfAborted()
  if (found === 'unreadable') return passUnreadable()
  if (found === undefined) return pass(next)
  return { save: (change) => save(change, job, next, found, context), otherwise: passUnreadable }
}

async function save(
  { trx, ...trail }: OpenChange,
  job: ClaimedJob,
  plan: DiscoverCheckpoint,
  found: PageProposal,
  context: ResearchContext,
): Promise<JobDecision> {
  const provider = context.providers.search?.name ?? ''
  const outcome = await proposeCandidate(trx, trail, context.newId(), { ...found, provider, jobId: job.id })
  if (outcome === 'full')
    return continueDiscovery({ ...plan, at: plan.pages.length }, messages.formatReviewQueueFull(pendingCandidatesMax))
  const next = { ...plan, proposed: plan.proposed + (outcome === 'known' ? 0 : 1) }
  return continueDiscovery(next, messages.formatPageRead(plan.at, plan.pages.length))
}

/** The progress of the search; its end after the last page. */
const continueDiscovery = (plan: DiscoverCheckpoint, progress: string): JobDecision =>
  hasRunAllQueries(plan) && plan.at >= plan.pages.length ? end(plan) : { next: toDiscoverProgress(plan), progress }

/** A search that could send no query and found nothing has failed. */
function end(plan: DiscoverCheckpoint): JobDecision {
  const { problem, pages, proposed } = plan
  if (problem !== null && pages.length === 0) return { failed: problem, progress: messages.searchEnded }
  const result = { pages: pages.length, proposed }
  const errorCategory = problem === 'unreadable' ? { errorCategory: problem } : {}
  return {
    done: { steps: countDiscoverSteps(plan), result, ...errorCategory },
    progress: messages.formatSourcesFound(proposed),
  }
}

/** What a found page can be to the artist; the caller knows the rest of the proposal. */
export type PageProposal = Omit<Proposal, 'jobId' | 'provider'>

/**
 * Reads a page and says what it may be proposed as: a source, where its text names the artist; a link, where it is a
 * profile on a site whose pages cannot be read. Undefined when it is neither.
 */
export async function buildProposal(
  page: FoundPage,
  artistName: string,
  pages: PageReader,
  signal: AbortSignal,
): Promise<PageProposal | undefined> {
  if (!hasReadablePages(page.url)) return buildLinkProposal(page, artistName)
  const read = await pages.read(page.url, signal)
  if (read.state !== 'ready') return undefined
  const times = countMentions(read.text, artistName)
  if (times === 0) return undefined
  const { text, truncated, publishedAt } = read
  const reason = times === 1 ? 'The page names the artist once.' : `The page names the artist ${times} times.`
  return {
    url: page.url,
    title: read.title ?? page.title,
    destination: 'lore',
    reason,
    text: { text, truncated, publishedAt },
  }
}

/** Elsewhere than on the known platforms the path of a profile is short; a deeper one is a post, a video or a song. */
function buildLinkProposal({ url, title }: FoundPage, artistName: string): PageProposal | undefined {
  const { pathname, search } = new URL(url)
  const parts = pathname.split('/').filter((part) => part !== '')
  const isShort = search === '' && parts.length >= 1 && parts.length <= 3 && !parts.some((part) => posts.has(part))
  const isProfile = isShort || parseProfile(url) !== undefined
  if (!isProfile || countMentions(title ?? '', artistName) === 0) return undefined
  return { url, title, destination: 'link', reason: 'The title of this profile names the artist.' }
}

const posts = new Set('p reel reels status video watch shorts track album playlist posts explore search'.split(' '))
