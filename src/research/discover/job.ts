import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import * as messages from '#src/queue/status-messages.ts'
import type { CheckpointedProgress } from '#src/queue/transitions.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { hasReadablePages } from '#src/text/url/page-url.ts'
import { findArtistName } from '../artist-name.ts'
import { processItem } from '../external-item.ts'
import { isProviderFailure } from '../providers/call.ts'
import { createWebPageReader, type PageReader } from '../providers/pages/index.ts'
import type { FoundPage } from '../providers/web-search.ts'
import type { ResearchContext } from '../slice.ts'
import { parseProfile } from '../social/profiles.ts'
import { decideAfterFailure, endUnconfigured, type JobDecision, runStep, type Step } from '../step.ts'
import { countMentions } from './count-mentions.ts'
import { type Proposal, pendingCandidatesMax, proposeCandidate } from './review-candidates.ts'
import { searchNewPages } from './web-search.ts'

/** The progress of a source search. */
type Checkpoint = {
  /** Every query for the web; the first `queriesDone` of them have been sent. */
  queries: string[]
  queriesDone: number
  /** The pages that were found, all new; the first `at` of them have been read. */
  pages: FoundPage[]
  at: number
  /** Candidates that were put into the review queue. */
  proposed: number
  /** Why not every query could be sent, if so. */
  problem: ErrorCategory | null
}

/** Pages that one search reads: as many as a person reviews at once. */
const pagesMax = 12

/** Results requested with one query; many of them are known or irrelevant. */
const resultsPerQueryMax = 15

type Work = { job: ClaimedJob; plan: Checkpoint; artistName: string; context: ResearchContext }

/**
 * One slice of a source search: one query, or one page that a query found. A page that names the artist goes into the
 * review queue with its text, and is evidence only once it is approved.
 */
export const discoverSources = runStep(async (job, context) => {
  if (context.providers.search === undefined) return endUnconfigured(job)
  const artistName = await findArtistName(context.db, job.artist_id)
  const plan = 'queries' in job.checkpoint ? (job.checkpoint as Checkpoint) : createCheckpoint(artistName)
  const work = { job, plan, artistName, context }
  return hasRunAllQueries(plan) ? await read(work) : await search(work)
})

const createCheckpoint = (artistName: string): Checkpoint => {
  // The name as a phrase: quotation marks inside it would end it early.
  const phrase = `"${artistName.replace(/["“”\s]+/g, ' ').trim()}"`
  const queries = [`${phrase} musician`, `${phrase} interview`]
  return { queries, queriesDone: 0, pages: [], at: 0, proposed: 0, problem: null }
}

const hasRunAllQueries = ({ queriesDone, queries }: Checkpoint) => queriesDone >= queries.length

const countSteps = ({ queries, pages }: Checkpoint) => queries.length + pages.length

/** The number of steps is known when every query has been sent. */
const toProgress = (plan: Checkpoint): CheckpointedProgress => ({
  cursor: plan.queriesDone + plan.at,
  total: hasRunAllQueries(plan) ? countSteps(plan) : null,
  checkpoint: plan,
})

async function search({ job, plan, context }: Work): Promise<Step> {
  const query = plan.queries[plan.queriesDone] ?? ''
  const searched = await searchNewPages(job, query, { max: resultsPerQueryMax, known: plan.pages }, context)
  if (searched === 'lease_lost') return searched
  if (searched === 'not_configured') return endUnconfigured(job)
  if (searched === 'spent') return endQueries(plan, 'rate_limited', messages.spentToday)
  if (isProviderFailure(searched)) {
    const goOn = (problem: ErrorCategory) => endQueries(plan, problem, messages.searchEnded)
    return decideAfterFailure(job, searched, { stay: toProgress(plan), goOn })
  }
  const pages = [...plan.pages, ...searched.pages].slice(0, pagesMax)
  const next = { ...plan, queriesDone: plan.queriesDone + 1, pages }
  return continueDiscovery(next, messages.formatPagesFound(pages.length))
}

/** Continues with the pages that were found until then. */
const endQueries = (plan: Checkpoint, problem: ErrorCategory, words: string) =>
  continueDiscovery({ ...plan, queriesDone: plan.queries.length, problem }, words)

/** One page; where it cannot be read or saved, the search continues with the next and its result says so. */
async function read({ job, plan, artistName, context }: Work): Promise<Step> {
  const page = plan.pages[plan.at]
  if (page === undefined) return end(plan)
  const next: Checkpoint = { ...plan, at: plan.at + 1 }
  const pass = (after: Checkpoint) => continueDiscovery(after, messages.formatPageSkipped(next.at, plan.pages.length))
  const passUnreadable = () => pass({ ...next, problem: plan.problem ?? 'unreadable' })
  const reader = context.providers.pages ?? createWebPageReader(context.providers.network)
  const found = await processItem<PageProposal | undefined | 'unreadable'>(
    context,
    () => buildProposal(page, artistName, reader, context.signal),
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
  plan: Checkpoint,
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
const continueDiscovery = (plan: Checkpoint, progress: string): JobDecision =>
  hasRunAllQueries(plan) && plan.at >= plan.pages.length ? end(plan) : { next: toProgress(plan), progress }

/** A search that could send no query and found nothing has failed. */
function end(plan: Checkpoint): JobDecision {
  const { problem, pages, proposed } = plan
  if (problem !== null && pages.length === 0) return { failed: problem, progress: messages.searchEnded }
  const result = { pages: pages.length, proposed }
  const errorCategory = problem === 'unreadable' ? { errorCategory: problem } : {}
  return {
    done: { steps: countSteps(plan), result, ...errorCategory },
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
