import { fetchJson } from '../http/index.ts'
import { toProviderFailure } from '../provider-error.ts'
import type { WebSearch } from './index.ts'
import { parseResultPages, toRecordOrEmpty } from './parse-results.ts'

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
    const answer = await fetchJson(`${url.replace(/(?<!\/)\/+$/, '')}/search`, {
      signal,
      deadlineMs: 20_000,
      bytesMax: 2_000_000,
      allowPrivate: url,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, search_depth: 'basic', max_results: Math.min(resultsMax, pagesMax) }),
    })
    if ('failure' in answer) return toProviderFailure(answer)
    const pages = parseResultPages(toRecordOrEmpty(answer.json).results, { url: 'url', snippet: 'content' })
    return pages === undefined ? { failed: 'unreadable' } : { pages: pages.slice(0, pagesMax) }
  },
})
