import * as messages from '#src/queue/status-messages.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { hasReadablePages, normalizePageUrl } from '#src/text/url/page-url.ts'
import { findArtistName } from '../artist-name.ts'
import { countMentions } from '../discover/count-mentions.ts'
import { proposeCandidate } from '../discover/review-candidates.ts'
import { listKnownAddresses, searchNewPages } from '../discover/web-search.ts'
import { readExternalPage } from '../external-item.ts'
import { isProviderFailure, type ProviderFailure } from '../providers/call.ts'
import type { PageOutcome } from '../providers/pages/index.ts'
import { decideAfterFailure, type JobDecision, runStep, type Step } from '../step.ts'
import { awaitJob, requestPosts } from './await-posts.ts'
import { type NextStep, type Omission, readQuestionCheckpoint } from './checkpoint.ts'
import type { QuestionRequest } from './request.ts'
import { asksForPosts, isSocial, searchTermsByNeed } from './source-filter.ts'
import {
  continueWith,
  finishQuestion,
  pagesMax,
  type QuestionWork,
  refreshFindings,
  resultsMax,
  roundsMax,
  stayAt,
  waitMaxMs,
  withOmission,
} from './work.ts'

/**
 * One slice of the research for a question (operations, section 7). Stored texts come first, and suffice when they
 * answer and the request asks for nothing newer. Otherwise posts are collected, or the web is searched and its pages
 * read, one a slice, and stored as evidence or discoveries. The result is the best windows of everything stored.
 */
export const researchQuestion = runStep(async (job, context) => {
  const work: QuestionWork = {
    job,
    context,
    request: job.payload as QuestionRequest,
    plan: readQuestionCheckpoint(job),
  }
  const { next } = work.plan
  switch (next.do) {
    case 'look':
      return await searchStoredFirst(work, next.round)
    case 'search':
      return await searchWeb(work)
    case 'read':
      return await readPage(work, next)
    case 'weigh':
      return await weighFindings(work, next.searched)
    case 'await':
      return await awaitJob(work, next)
  }
})

async function searchStoredFirst(before: QuestionWork, round: number): Promise<Step> {
  const { work, search } = await refreshFindings(before)
  const { plan, request } = work
  if (search.unindexed.length > 0 && round < roundsMax) {
    const next = stayAt(work, { ...plan, next: { do: 'look', round: round + 1 } })
    return { next, pauseMs: 0, progress: messages.formatPreparing(search.unindexed.length) }
  }
  if (request.freshness === 'stored' && search.windows.length > 0 && !search.targetMissing) return finishQuestion(work)
  if (request.platform !== null && !isSocial(request.platform)) return finishQuestion(withOmission(work, 'storedOnly'))
  if (asksForPosts(request)) return await requestPosts(work)
  const words = messages.formatPassagesFound(search.windows.length)
  const target = search.targetMissing ? await newAddress(work, request.targetUrl) : undefined
  if (target === undefined) return continueWith(work, { ...plan, stage: 'searching', next: { do: 'search' } }, words)
  const next: NextStep = { do: 'read', pages: [target], at: 0, searched: false }
  const findings = { ...plan.findings, provider: 'page' } as const
  return continueWith(work, { ...plan, findings, stage: 'reading', next }, words)
}

/**
 * The named page, unless it has a candidate or a record: then it was rejected, or recovering its text is another job.
 */
async function newAddress({ job, context }: QuestionWork, url: string | null): Promise<string | undefined> {
  const address = normalizePageUrl(url ?? '')
  if (url === null || address === undefined) return undefined
  return (await listKnownAddresses(context.db, job.artist_id)).has(address) ? undefined : url
}

/** One request to the web search. Without a result the question completes with what is stored, and says why. */
async function searchWeb(work: QuestionWork): Promise<Step> {
  const { job, context, request, plan } = work
  const name = await findArtistName(context.db, job.artist_id)
  const query = [name, request.topic, searchTermsByNeed[request.evidenceNeed]].filter((words) => words !== '').join(' ')
  const searched = await searchNewPages(job, query, { max: resultsMax }, context)
  if (searched === 'lease_lost') return searched
  if (typeof searched === 'string') return finishQuestion(withOmission(work, skips[searched]))
  if (isProviderFailure(searched)) return afterFailure(work, searched)
  const readable = searched.pages.map(({ url }) => url).filter(hasReadablePages)
  const pages = readable.slice(0, pagesMax)
  const searchedPlan = { ...plan, findings: { ...plan.findings, provider: 'web' } } as const
  const words = messages.formatPagesFound(pages.length)
  if (pages.length === 0) return finishQuestion({ ...work, plan: searchedPlan }, words)
  const reading = { ...searchedPlan, stage: 'reading', next: { do: 'read', pages, at: 0, searched: true } } as const
  return continueWith(work, reading, words, pages.length + 1)
}

const skips = { not_configured: 'noSearch', spent: 'spent' } as const satisfies Record<string, Omission>

/** A refused search ends the question with what is stored, and so does a pause that is too long to wait for. */
function afterFailure(work: QuestionWork, failure: ProviderFailure): Step {
  const stay = stayAt(work, { ...work.plan, stage: 'waiting_provider' })
  return decideAfterFailure(work.job, failure, {
    stay,
    waitMaxMs,
    goOn: (failed) => {
      if (failed === 'provider_refused') return finishQuestion(withOmission(work, 'searchRefused'))
      return failed === 'rate_limited' ? finishQuestion(withOmission(work, 'searchPaused')) : { failed }
    },
  })
}

/**
 * Searches again with what was read. Findings suffice once every query was sent, or where the request asks for nothing
 * newer.
 */
async function weighFindings(before: QuestionWork, searched: boolean): Promise<Step> {
  const { work, search } = await refreshFindings(before)
  const { plan, request } = work
  if (searched || (request.freshness === 'stored' && search.windows.length > 0)) return finishQuestion(work)
  const words = messages.formatPassagesFound(search.windows.length)
  return continueWith(work, { ...plan, stage: 'searching', next: { do: 'search' } }, words)
}

type Reading = Extract<NextStep, { do: 'read' }>

/** Why a page is proposed, in words for the reviewer. */
const reasons = {
  named: 'This page was named in a research request for an interview question.',
  found: 'Found while a question for an interview was researched.',
}

/**
 * Reads one page and puts it, with its text, into the review queue. The page, its audit event and the step of the job
 * commit together; an unreadable page is counted and skipped.
 */
async function readPage(work: QuestionWork, next: Reading): Promise<Step> {
  const { context, job } = work
  const url = next.pages[next.at]
  if (url === undefined) throw new TypeError(`A question has no page number ${next.at}`)
  const page = await readExternalPage(context, url)
  context.signal.throwIfAborted()
  const name = await findArtistName(context.db, job.artist_id)
  if (page.state !== 'ready') return pass(work, next, omissions[page.state])
  // A named page need not contain the name; a page found by its words has to.
  if (next.searched && countMentions(page.text, name) === 0) return pass(work, next, 'unrelated')
  return {
    save: (change) => save(change, work, next, { ...page, url }),
    otherwise: () => pass(work, next, 'unreadable'),
  }
}

async function save(
  { trx, ...trail }: OpenChange,
  work: QuestionWork,
  next: Reading,
  page: ReadPage,
): Promise<JobDecision> {
  const { job, context } = work
  const { url, title, text, truncated, publishedAt } = page
  const outcome = await proposeCandidate(trx, trail, context.newId(), {
    url,
    title,
    destination: 'lore',
    text: { text, truncated, publishedAt },
    jobId: job.id,
    reason: next.searched ? reasons.found : reasons.named,
    provider: next.searched ? (context.providers.search?.name ?? 'web') : 'web',
  })
  if (outcome === 'full') return pass(work, next, 'reviewsFull')
  const after = truncated ? withOmission(work, 'cut') : work
  return continueReading(after, next, messages.formatPageRead(next.at + 1, next.pages.length))
}

type ReadPage = Extract<PageOutcome, { state: 'ready' }> & { url: string }

const pass = (work: QuestionWork, next: Reading, omission: Omission) =>
  continueReading(withOmission(work, omission), next, messages.formatPageSkipped(next.at + 1, next.pages.length))

/** To the next page, or to the search that follows the last one. */
function continueReading(work: QuestionWork, next: Reading, words: string): JobDecision {
  const { pages, at, searched } = next
  const then: NextStep = at + 1 < pages.length ? { ...next, at: at + 1 } : { do: 'weigh', searched }
  return continueWith(work, { ...work.plan, next: then }, words, searched ? pages.length - at : null)
}

/** The omission of a page that was not read, in the words of `Omission`. */
const omissions = {
  blocked: 'blocked',
  too_large: 'tooLarge',
  unavailable: 'unreachable',
  empty: 'unreadable',
  unsupported: 'unreadable',
} as const satisfies Record<Exclude<PageOutcome['state'], 'ready'>, Omission>
