import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { normalizePageUrl } from '#src/text/url/canonical-url.ts'
import { hasReadablePages } from '#src/text/url/profile-url.ts'
import { listKnownAddresses } from '../../discover/known-pages.ts'
import { searchWithinBudget } from '../../discover/web-search.ts'
import type { ProviderFailure } from '../../providers/provider-error.ts'
import type { Omission } from '../findings.ts'
import { pagesMax, resultsMax, searchPauseMs, waitMaxMs } from '../limits.ts'
import { searchTermsByNeed } from '../source-filter.ts'
import { continueWith, finishQuestion, type QuestionWork, refreshFindings, snooze, withOmission } from '../work.ts'

/** One request to the web search. Without a result the question completes with what is stored, and says why. */
export async function searchWeb(work: QuestionWork): Promise<SliceOutcome> {
  const { job, context, request, plan } = work
  const { name } = await context.db
    .selectFrom('artists')
    .select('name')
    .where('id', '=', job.artist_id)
    .executeTakeFirstOrThrow()
  const query = [name, request.topic, searchTermsByNeed[request.evidenceNeed]].filter((words) => words !== '').join(' ')
  const searched = await searchWithinBudget(job, query, resultsMax, context)
  if ('skipped' in searched) {
    return searched.skipped === 'lease_lost'
      ? leaseLostOutcome
      : await finishQuestion(withOmission(work, skips[searched.skipped]))
  }
  if ('failed' in searched) return await searchFailed(work, searched)
  const known = await listKnownAddresses(context.db, job.artist_id)
  const pages = selectPagesToRead(
    searched.pages.map(({ url }) => url),
    known,
  )
  const searchedPlan = { ...plan, findings: { ...plan.findings, provider: context.providers.search?.name ?? null } }
  const words = messages.formatPagesFound(pages.length)
  if (pages.length === 0) return await finishQuestion({ ...work, plan: searchedPlan }, words)
  return await continueWith(
    work,
    { ...searchedPlan, stage: 'reading', next: { do: 'read', pages, at: 0, searched: true } },
    pages.length + 1,
    words,
  )
}

const skips = { not_configured: 'noSearch', spent: 'spent' } as const satisfies Record<string, Omission>

/**
 * The first pages that are new and on sites that provide their text. A page with a candidate or a record was read or
 * rejected before, and is not read again.
 */
function selectPagesToRead(urls: readonly string[], known: ReadonlySet<string>): string[] {
  const pages = new Map<string, string>()
  for (const url of urls) {
    const address = normalizePageUrl(url)
    if (address !== undefined && !known.has(address) && !pages.has(address) && hasReadablePages(url))
      pages.set(address, url)
  }
  return [...pages.values()].slice(0, pagesMax)
}

/**
 * A provider that asks for a pause is called again, as long as the question can wait; a refusal is final. Anything else
 * is a failure of the slice, which the queue retries.
 */
async function searchFailed(work: QuestionWork, { failed, retryAfterMs }: ProviderFailure): Promise<SliceOutcome> {
  if (failed === 'provider_refused') return await finishQuestion(withOmission(work, 'searchRefused'))
  if (failed !== 'rate_limited') return { failed }
  const ms = Math.max(searchPauseMs, retryAfterMs ?? 0)
  if ((work.job.waited_ms ?? 0) + ms > waitMaxMs) return await finishQuestion(withOmission(work, 'searchPaused'))
  return await snooze(work, { ...work.plan, stage: 'waiting_provider' }, ms, messages.providerPauses)
}

/**
 * Searches again with what was read. Findings suffice once every query was sent, or where the request asks for nothing
 * newer.
 */
export async function weighFindings(before: QuestionWork, searched: boolean): Promise<SliceOutcome> {
  const { work, search } = await refreshFindings(before)
  const { plan, request } = work
  if (searched || (request.freshness === 'stored' && search.windows.length > 0)) return await finishQuestion(work)
  const words = messages.formatPassagesFound(search.windows.length)
  return await continueWith(work, { ...plan, stage: 'searching', next: { do: 'search' } }, null, words)
}
