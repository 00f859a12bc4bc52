import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import type { SliceResult } from '#src/queue/slice.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import { formatCount } from '#src/text/format-count.ts'
import { hasReadablePages } from '#src/text/url/page-url.ts'
import { findArtistName } from '../artist-name.ts'
import { spentToday } from '../budget.ts'
import { isProviderFailure } from '../providers/call.ts'
import type { PageOutcome } from '../providers/pages/index.ts'
import type { FoundPage } from '../providers/web-search.ts'
import {
  decideAfterFailure,
  endUnconfigured,
  type ResearchContext,
  type ResearchSlice,
  readPage,
  saveItem,
} from '../slice.ts'
import { parseProfile } from '../social/profiles.ts'
import { countMentions } from './count-mentions.ts'
import { type Proposal, pendingCandidatesMax, proposeCandidate } from './review-candidates.ts'
import { searchNewPages } from './web-search.ts'

/** The progress of a source search. */
type Checkpoint = {
  /** The pages that were found, all new; the first `at` of them are read. Empty until the web has been searched. */
  pages: FoundPage[]
  at: number
  /** Candidates that were put into the review queue. */
  proposed: number
}

const beginning: Checkpoint = { pages: [], at: 0, proposed: 0 }

/** Pages that one search reads: as many as a person reviews at once. */
const pagesMax = 12

type Work = { job: ClaimedJob; plan: Checkpoint; artistName: string; context: ResearchContext }

/**
 * One slice of a source search: the query, or one page that it found. A page that names the artist goes into the review
 * queue with its text, and is evidence only once it is approved.
 */
export const discoverSources: ResearchSlice = async (job, context) => {
  const artistName = await findArtistName(context.db, job.artist_id)
  const plan: Checkpoint = { ...beginning, ...job.checkpoint }
  const work = { job, plan, artistName, context }
  return plan.pages.length === 0 ? await search(work) : await read(work)
}

async function search({ job, plan, artistName, context }: Work): Promise<SliceResult> {
  // The name as a phrase: quotation marks inside it would end it early.
  const query = `"${artistName.replace(/["“”\s]+/g, ' ').trim()}" musician interview`
  const searched = await searchNewPages(job, query, context)
  if (searched === 'not_configured') {
    return endUnconfigured('Nothing searches for sources here: no provider is configured')
  }
  if (searched === 'spent') return { failed: 'rate_limited', progress: spentToday }
  if (isProviderFailure(searched)) {
    const goOn = (failed: ErrorCategory) => ({ failed, progress: 'The web could not be searched' })
    return decideAfterFailure(job, searched, { stay: job, goOn })
  }
  const pages = searched.pages.slice(0, pagesMax)
  return continueWith({ ...plan, pages }, `Searched the web: ${formatCount(pages.length, 'page')} to be read`)
}

async function read({ job, plan, artistName, context }: Work): Promise<SliceResult> {
  const page = plan.pages[plan.at] as FoundPage
  const next = { ...plan, at: plan.at + 1 }
  const found = hasReadablePages(page.url)
    ? describeSource(page, await readPage(context, page.url), artistName)
    : describeLink(page, artistName)
  const pageNumber = `page ${next.at} of ${plan.pages.length}`
  if (found === undefined) return continueWith(next, `Passed over ${pageNumber}: nothing of it was kept`)
  const proposal = { ...found, provider: context.providers.search?.name ?? '', jobId: job.id }
  return {
    save: async (change) => {
      const outcome = await saveItem(change, context, () => proposeCandidate(change, context.newId(), proposal))
      if (outcome === 'full') {
        const progress = `${pendingCandidatesMax} candidates wait for a review; no more are looked for`
        return continueWith({ ...next, at: plan.pages.length }, progress)
      }
      if (outcome === 'refused') return continueWith(next, `Passed over ${pageNumber}: it could not be stored`)
      const proposed = plan.proposed + (outcome === 'known' ? 0 : 1)
      return continueWith({ ...next, proposed }, `Read ${pageNumber}`)
    },
  }
}

/** To the next page, or to the end after the last one. */
function continueWith(plan: Checkpoint, progress: string): JobDecision {
  const { pages, at, proposed } = plan
  if (at < pages.length) return { next: { cursor: 1 + at, total: 1 + pages.length, checkpoint: plan }, progress }
  const found = proposed === 0 ? 'Found no new source' : `Found ${formatCount(proposed, 'new source')} to be reviewed`
  return { done: { result: { pages: pages.length, proposed } }, progress: found }
}

/** What a found page can be to the artist. */
type Found = Omit<Proposal, 'jobId' | 'provider'>

/** A source, where its text names the artist. */
function describeSource({ url, title }: FoundPage, page: PageOutcome, artistName: string): Found | undefined {
  if (page.state !== 'ready') return undefined
  const times = countMentions(page.text, artistName)
  if (times === 0) return undefined
  const reason = `The page names the artist ${formatCount(times, 'time')}.`
  return { url, title: page.title ?? title, destination: 'lore', reason, text: page }
}

/** A link, where posts can be collected of the page: elsewhere an approval would have no effect. */
const describeLink = ({ url, title }: FoundPage, artistName: string): Found | undefined =>
  parseProfile(url) === undefined || countMentions(title ?? '', artistName) === 0
    ? undefined
    : { url, title, destination: 'link', reason: 'The title of this profile names the artist.' }
