import * as messages from '#src/queue/status-messages.ts'
import { hasReadablePages } from '#src/text/url/page-url.ts'
import { findArtistName } from '../../artist-name.ts'
import { searchNewPages } from '../../discover/web-search.ts'
import { isProviderFailure, type ProviderFailure } from '../../providers/call.ts'
import { decideAfterFailure, type Step } from '../../step.ts'
import type { Omission } from '../checkpoint.ts'
import { searchTermsByNeed } from '../source-filter.ts'
import {
  continueWith,
  finishQuestion,
  pagesMax,
  type QuestionWork,
  refreshFindings,
  resultsMax,
  stayAt,
  waitMaxMs,
  withOmission,
} from '../work.ts'

/** One request to the web search. Without a result the question completes with what is stored, and says why. */
export async function searchWeb(work: QuestionWork): Promise<Step> {
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
export async function weighFindings(before: QuestionWork, searched: boolean): Promise<Step> {
  const { work, search } = await refreshFindings(before)
  const { plan, request } = work
  if (searched || (request.freshness === 'stored' && search.windows.length > 0)) return finishQuestion(work)
  const words = messages.formatPassagesFound(search.windows.length)
  return continueWith(work, { ...plan, stage: 'searching', next: { do: 'search' } }, words)
}
