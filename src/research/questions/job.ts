import type { SliceResult } from '#src/queue/slice.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import { formatCount } from '#src/text/format-count.ts'
import { hasReadablePages, normalizePageUrl } from '#src/text/url/page-url.ts'
import { findArtistName } from '../artist-name.ts'
import { countMentions } from '../discover/count-mentions.ts'
import { proposeCandidate } from '../discover/review-candidates.ts'
import { listKnownAddresses, searchNewPages } from '../discover/web-search.ts'
import { isProviderFailure } from '../providers/call.ts'
import type { PageOutcome } from '../providers/pages/index.ts'
import { decideAfterFailure, type ResearchSlice, readPage } from '../slice.ts'
import { awaitJob, requestPosts } from './await-posts.ts'
import { type NextStep, type Omission, readQuestionCheckpoint } from './checkpoint.ts'
import type { QuestionRequest } from './request.ts'
import { asksForPosts, isSocial, searchTermsByNeed } from './source-filter.ts'
import {
  finishQuestion,
  type QuestionWork,
  refreshFindings,
  stayAt,
  stepTo,
  waitMaxMs,
  withFindings,
  withOmission,
  withPlan,
} from './work.ts'

/**
 * Slices that prepare stored texts for search before a question goes on without the rest: 2.5 million characters.
 */
const roundsMax = 5

/** Pages that one question reads: later results hardly ever answer, and a claimant has to review each page. */
const pagesMax = 5

/** Results requested: of the first ten, half may be known or rejected. */
const resultsMax = 10

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
      return await awaitJob(work, step)
  }
}

async function look(before: QuestionWork, looking: Extract<NextStep, { do: 'look' }>): Promise<SliceResult> {
  const { work, search } = await refreshFindings(before)
  const { request } = work
  const { round, read } = looking
  if (search.unindexed.length > 0 && round < roundsMax) {
    const next = stayAt(withPlan(work, { step: { ...looking, round: round + 1 } }))
    return { next, pauseMs: 0, progress: `Preparing ${formatCount(search.unindexed.length, 'text')} for search` }
  }
  const isTargetRead = read !== null || !search.targetMissing
  const suffices = request.freshness === 'stored' && search.windows.length > 0 && isTargetRead
  if (read === 'found' || suffices) return finishQuestion(work)
  const progress = `Looked through what is stored: ${formatCount(search.windows.length, 'passage')} found`
  if (read === null) {
    const { platform, targetUrl } = request
    if (platform !== null && !isSocial(platform)) return finishQuestion(withOmission(work, 'storedOnly'))
    if (asksForPosts(request)) return await requestPosts(work)
    if (!isTargetRead && targetUrl !== null && (await isNewAddress(work, targetUrl))) {
      const reading: Reading = { do: 'read', pages: [targetUrl], at: 0, read: 'named' }
      const named = withFindings(work, { provider: 'page' })
      return { next: stepTo(withPlan(named, { stage: 'reading', step: reading })), progress }
    }
  }
  return { next: stepTo(withPlan(work, { stage: 'searching', step: { do: 'search' } })), progress }
}

/** Of a page with a candidate or a record: it was rejected, or recovering its text is another job. */
async function isNewAddress({ job, context }: QuestionWork, url: string): Promise<boolean> {
  const address = normalizePageUrl(url)
  return address !== undefined && !(await listKnownAddresses(context.db, job.artist_id)).has(address)
}

/** One request to the web search. Without a result the question completes with what is stored, and says why. */
async function searchWeb(work: QuestionWork): Promise<SliceResult> {
  const { job, context, request } = work
  const name = await findArtistName(context.db, job.artist_id)
  const query = [name, request.topic, searchTermsByNeed[request.evidenceNeed]].filter((words) => words !== '').join(' ')
  const searched = await searchNewPages(job, query, { max: resultsMax }, context)
  if (searched === 'not_configured') return finishQuestion(withOmission(work, 'noSearch'))
  if (searched === 'spent') return finishQuestion(withOmission(work, 'spent'))
  if (isProviderFailure(searched)) {
    return decideAfterFailure(job, searched, {
      stay: stayAt(withPlan(work, { stage: 'waiting_provider' })),
      waitMaxMs,
      goOn: (failed) => {
        if (failed === 'provider_refused') return finishQuestion(withOmission(work, 'searchRefused'))
        return failed === 'rate_limited' ? finishQuestion(withOmission(work, 'searchPaused')) : { failed }
      },
    })
  }
  const readable = searched.pages.map(({ url }) => url).filter(hasReadablePages)
  const pages = readable.slice(0, pagesMax)
  const after = withFindings(work, { provider: 'web' })
  const progress = `Searched the web: ${formatCount(pages.length, 'page')} to be read`
  if (pages.length === 0) return finishQuestion(after, progress)
  const step = { do: 'read', pages, at: 0, read: 'found' } as const
  return { next: withTotal(stepTo(withPlan(after, { stage: 'reading', step })), pages.length + 1), progress }
}

/** The number of steps is known while the pages of a search are read. */
const withTotal = (progress: ReturnType<typeof stepTo>, left: number) => ({
  ...progress,
  total: progress.cursor + left,
})

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
async function read(work: QuestionWork, reading: Reading): Promise<SliceResult> {
  const { context, job } = work
  const url = reading.pages[reading.at]
  if (url === undefined) throw new TypeError(`A question has no page number ${reading.at}`)
  const page = await readPage(context, url)
  if (page.state !== 'ready') return pass(work, reading, omissions[page.state])
  // A named page need not contain the name; a page found by its words has to.
  const isFound = reading.read === 'found'
  const name = await findArtistName(context.db, job.artist_id)
  if (isFound && countMentions(page.text, name) === 0) return pass(work, reading, 'unrelated')
  const proposal = {
    ...({ url, title: page.title, destination: 'lore', text: page, jobId: job.id } as const),
    reason: reasons[reading.read],
    provider: (isFound ? context.providers.search?.name : undefined) ?? 'web',
  }
  return {
    save: async (change) => {
      const outcome = await proposeCandidate(change, context.newId(), proposal)
      if (outcome === 'full') return pass(work, reading, 'reviewsFull')
      const after = page.truncated ? withOmission(work, 'cut') : work
      return continueReading(after, reading, `Read ${namePage(reading)}`)
    },
  }
}

const namePage = ({ at, pages }: Reading) => `page ${at + 1} of ${pages.length}`

const pass = (work: QuestionWork, reading: Reading, omission: Omission) =>
  continueReading(withOmission(work, omission), reading, `Passed over ${namePage(reading)}: it could not be read`)

/** To the next page, or to the search that follows the last one. */
function continueReading(work: QuestionWork, reading: Reading, progress: string): JobDecision {
  const { pages, at, read } = reading
  const isLast = at + 1 === pages.length
  const then: NextStep = isLast ? { do: 'look', round: 1, read } : { ...reading, at: at + 1 }
  const next = stepTo(withPlan(work, { step: then }))
  return { next: read === 'found' ? withTotal(next, pages.length - at) : next, progress }
}

/** The omission of a page that was not read, in the words of `Omission`. */
const omissions = {
  blocked: 'blocked',
  too_large: 'tooLarge',
  unavailable: 'unreachable',
  empty: 'unreadable',
  unsupported: 'unreadable',
} as const satisfies Record<Exclude<PageOutcome['state'], 'ready'>, Omission>
