import type { SliceResult } from '#src/queue/slice.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import { formatCount } from '#src/text/format-count.ts'
import { hasReadablePages, normalizePageUrl } from '#src/text/url/page-url.ts'
import { findArtistName } from '../artist-name.ts'
import { countMentions } from '../discover/count-mentions.ts'
import { proposeCandidate } from '../discover/review-candidates.ts'
import { listKnownAddresses, searchNewPages } from '../discover/web-search.ts'
import { isProviderFailure } from '../providers/call.ts'
import { decideAfterFailure, type ResearchSlice, readPage, saveItem } from '../slice.ts'
import { awaitPosts, requestPosts } from './await-posts.ts'
import { type NextStep, readQuestionCheckpoint } from './checkpoint.ts'
import type { Omission } from './omissions.ts'
import type { QuestionRequest } from './request.ts'
import { asksForPosts, isSocial, searchTermsByNeed } from './source-filter.ts'
import {
  finishQuestion,
  finishWithout,
  goTo,
  omit,
  type QuestionWork,
  refreshFindings,
  stayAt,
  waitMaxMs,
} from './work.ts'

/** Slices that prepare stored texts for search before a question goes on without the rest: 2.5 million characters. */
const roundsMax = 5

/** Pages that one question reads: later results hardly ever answer, and a claimant has to review each page. */
const pagesMax = 5

/**
 * One slice of the research for a question (operations, section 7). Stored texts come first, and suffice when they
 * answer and the request asks for nothing newer. Otherwise posts are collected, or the web is searched and its pages
 * read, one a slice, and stored as evidence or discoveries. The result is the best windows of everything stored.
 */
export const researchQuestion: ResearchSlice = async (job, context) => {
  const plan = readQuestionCheckpoint(job)
  const work = { job, context, request: job.payload as QuestionRequest, plan }
  const { step } = plan
  switch (step.do) {
    case 'look':
      return await look(work, step)
    case 'search':
      return await searchWeb(work)
    case 'read':
      return await read(work, step)
    case 'await':
      return await awaitPosts(work)
  }
}

async function look(work: QuestionWork, step: Extract<NextStep, { do: 'look' }>): Promise<SliceResult> {
  const { request, plan } = work
  const { windows, unindexed, targetMissing } = await refreshFindings(work)
  if (unindexed.length > 0 && step.round < roundsMax) {
    step.round += 1
    return { next: stayAt(work), pauseMs: 0, progress: `Preparing ${formatCount(unindexed.length, 'text')} for search` }
  }
  const isTargetRead = step.read !== null || !targetMissing
  const suffices = request.freshness === 'stored' && windows.length > 0 && isTargetRead
  if (step.read === 'found' || suffices) return finishQuestion(work)
  const progress = `Looked through what is stored: ${formatCount(windows.length, 'passage')} found`
  if (step.read === null) {
    const { platform, targetUrl } = request
    if (platform !== null && !isSocial(platform)) return finishWithout(work, 'storedOnly')
    if (asksForPosts(request)) return await requestPosts(work)
    if (!isTargetRead && targetUrl !== null && (await isNewAddress(work, targetUrl))) {
      plan.findings.provider = 'page'
      return { next: goTo(work, 'reading', { do: 'read', pages: [targetUrl], at: 0, read: 'named' }), progress }
    }
  }
  return { next: goTo(work, 'searching', { do: 'search' }), progress }
}

/** Of a page with a candidate or a record: it was rejected, or recovering its text is another job. */
const isNewAddress = async ({ job, context }: QuestionWork, url: string): Promise<boolean> =>
  !(await listKnownAddresses(context.db, job.artist_id)).has(normalizePageUrl(url) ?? '')

/** One request to the web search. Without a result the question completes with what is stored, and says why. */
async function searchWeb(work: QuestionWork): Promise<SliceResult> {
  const { job, context, request, plan } = work
  const name = await findArtistName(context.db, job.artist_id)
  const query = [name, request.topic, searchTermsByNeed[request.evidenceNeed] ?? ''].join(' ').trim()
  const searched = await searchNewPages(job, query, context)
  if (searched === 'not_configured') return finishWithout(work, 'noSearch')
  if (searched === 'spent') return finishWithout(work, 'spent')
  if (isProviderFailure(searched)) {
    plan.stage = 'waiting_provider'
    return decideAfterFailure(job, searched, {
      stay: stayAt(work),
      waitMaxMs,
      goOn: (failed) =>
        failed === 'provider_refused' || failed === 'rate_limited' ? finishWithout(work, 'noAnswer') : { failed },
    })
  }
  const readable = searched.pages.map(({ url }) => url).filter(hasReadablePages)
  const pages = readable.slice(0, pagesMax)
  const progress = `Searched the web: ${formatCount(pages.length, 'page')} to be read`
  plan.findings.provider = 'web'
  if (pages.length === 0) return finishQuestion(work, progress)
  return { next: goTo(work, 'reading', { do: 'read', pages, at: 0, read: 'found' }, pages.length + 1), progress }
}

type Reading = Extract<NextStep, { do: 'read' }>

/**
 * Reads one page and puts it, with its text, into the review queue. The page, its audit event and the step of the job
 * commit together; an unreadable page is counted and skipped.
 */
async function read(work: QuestionWork, reading: Reading): Promise<SliceResult> {
  const { context, job } = work
  const url = reading.pages[reading.at] as string
  const page = await readPage(context, url)
  if (page.state !== 'ready') return pass(work, reading, 'unread')
  // A named page need not contain the name; a page found by its words has to.
  const isFound = reading.read === 'found'
  const name = await findArtistName(context.db, job.artist_id)
  if (isFound && countMentions(page.text, name) === 0) return pass(work, reading, 'unrelated')
  const proposal = {
    ...({ url, title: page.title, destination: 'lore', text: page, jobId: job.id } as const),
    reason: 'Read while a question for an interview was researched.',
    provider: (isFound ? context.providers.search?.name : undefined) ?? 'web',
  }
  return {
    save: async (change) => {
      const outcome = await saveItem(change, context, () => proposeCandidate(change, context.newId(), proposal))
      if (outcome === 'refused') return pass(work, reading, 'unread')
      if (outcome === 'full') return pass(work, reading, 'reviewsFull')
      if (page.truncated) omit(work, 'cut')
      return continueReading(work, reading, `Read ${namePage(reading)}`)
    },
  }
}

const namePage = ({ at, pages }: Reading) => `page ${at + 1} of ${pages.length}`

function pass(work: QuestionWork, reading: Reading, omission: Omission): JobDecision {
  omit(work, omission)
  return continueReading(work, reading, `Passed over ${namePage(reading)}: nothing of it was kept`)
}

/** To the next page, or to the search that follows the last one. The steps left are known of found pages alone. */
function continueReading(work: QuestionWork, { pages, at, read }: Reading, progress: string): JobDecision {
  const isLast = at + 1 === pages.length
  const then: NextStep = isLast ? { do: 'look', round: 1, read } : { do: 'read', pages, at: at + 1, read }
  return { next: goTo(work, 'reading', then, read === 'found' ? pages.length - at : undefined), progress }
}
