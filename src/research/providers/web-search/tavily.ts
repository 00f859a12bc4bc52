import { fetchJson } from '../http/index.ts'
import { toRecord } from '../json.ts'
import { toProviderFailure } from '../provider-error.ts'
import type { WebSearch } from './index.ts'
import { parseResultPages } from './parse-results.ts'

/** Results that the service gives at most. */
const resultsMax = 20

/**
 * Tavily's search (`POST /search`, a bearer key); paid by the request. Its extracts are not used: pages are read here,
 * exactly.
 */
export const createTavilySearch = ({ url, key }: { url: string; key: string }): WebSearch => ({
  name: 'tavily',
  isPaid: true,
  rateLimit: null,
  search: async (query, pagesMax, signal) => {
    const body = { query, search_depth: 'basic', max_results: Math.min(resultsMax, pagesMax) }
    const answer = await fetchJson(url, { path: '/search', key, body, signal, deadlineMs: 20_000, bytesMax: 2_000_000 })
    if ('failure' in answer) return toProviderFailure(answer)
    const pages = parseResultPages(toRecord(answer.json).results, { url: 'url', snippet: 'content' })
    return pages === undefined ? { failed: 'unreadable' } : { pages: pages.slice(0, pagesMax) }
  },
})
