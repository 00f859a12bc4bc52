import { fetchJson } from '../http/index.ts'
import { toRecord } from '../json.ts'
import { toProviderFailure } from '../provider-error.ts'
import type { WebSearch } from './index.ts'
import { parseResultPages } from './parse-results.ts'

/**
 * A SearXNG of the operator's, by its search API (`/search?format=json`). The instance has to allow the JSON form: it
 * answers 403 otherwise, which is a refusal here.
 */
export const createSearxngSearch = ({ url }: { url: string }): WebSearch => ({
  name: 'searxng',
  isPaid: false,
  rateLimit: null,
  search: async (query, pagesMax, signal) => {
    const parameters = new URLSearchParams({ q: query, format: 'json', categories: 'general', safesearch: '0' })
    const answer = await fetchJson(url, {
      path: `/search?${parameters}`,
      signal,
      // It waits for the engines that it queries, some seconds each.
      deadlineMs: 20_000,
      bytesMax: 2_000_000,
    })
    if ('failure' in answer) return toProviderFailure(answer)
    const { results, unresponsive_engines: silent } = toRecord(answer.json)
    const pages = parseResultPages(results, { url: 'url', snippet: 'content' })
    if (pages === undefined) return { failed: 'unreadable' }
    // No result while engines were silent is no result: the search has to be repeated.
    if (pages.length === 0 && Array.isArray(silent) && silent.length > 0) return { failed: 'provider_unavailable' }
    return { pages: pages.slice(0, pagesMax) }
  },
})
