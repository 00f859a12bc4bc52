import * as messages from '#src/queue/status-messages.ts'
import { normalizePageUrl } from '#src/text/url/page-url.ts'
import { listKnownAddresses } from '../discover/web-search.ts'
import { runStep, type Step } from '../step.ts'
import { type NextStep, readQuestionCheckpoint } from './checkpoint.ts'
import type { QuestionRequest } from './request.ts'
import { asksForPosts, isSocial } from './source-filter.ts'
import { awaitJob, requestPosts } from './steps/await-posts.ts'
import { readPage } from './steps/read-page.ts'
import { searchWeb, weighFindings } from './steps/search-web.ts'
import {
  continueWith,
  finishQuestion,
  type QuestionWork,
  refreshFindings,
  roundsMax,
  stayAt,
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
