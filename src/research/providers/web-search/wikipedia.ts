import { fetchJson } from '../http/index.ts'
import { toRecord } from '../json.ts'
import { toProviderFailure } from '../provider-error.ts'
import type { WebSearch } from './index.ts'
import { parseResultPages } from './parse-results.ts'

export type WikipediaSettings = {
  /** Address of the API, up to and including `api.php`: it chooses the Wikipedia. */
  url: string
  /** The operator's contact; part of the User-Agent, as the foundation asks. */
  contact: string | undefined
}

/** The foundation names no figure and asks for one request after the other; five a second is well within that. */
const rateLimit = { name: 'wikipedia', intervalMs: 200 }

/** Pages of Wikipedia by the public MediaWiki API: a search whose pages come with their addresses. */
export const createWikipediaSearch = ({ url, contact }: WikipediaSettings): WebSearch => ({
  name: 'wikipedia',
  isPaid: false,
  rateLimit,
  search: async (query, pagesMax, signal) => {
    const parameters = new URLSearchParams({
      action: 'query',
      format: 'json',
      formatversion: '2',
      generator: 'search',
      gsrsearch: query,
      gsrlimit: String(Math.min(50, pagesMax)),
      gsrnamespace: '0',
      prop: 'info',
      inprop: 'url',
    })
    const answer = await fetchJson(url, {
      path: `?${parameters}`,
      signal,
      deadlineMs: 15_000,
      bytesMax: 2_000_000,
      ...(contact !== undefined && { headers: { 'user-agent': `Sittings/0.1.0 (${contact})` } }),
    })
    if ('failure' in answer) return toProviderFailure(answer)
    const { error, query: found, batchcomplete } = toRecord(answer.json)
    if (error !== undefined) return { failed: toFailure(toRecord(error).code) }
    // A search without a result has no `query` at all.
    if (found === undefined && batchcomplete === true) return { pages: [] }
    const pages = parseResultPages(sortBySearchRank(toRecord(found).pages), {
      url: 'canonicalurl',
      snippet: 'snippet',
    })
    return pages === undefined ? { failed: 'unreadable' } : { pages }
  },
})

/** The API reports its failures with status 200. */
function toFailure(code: unknown) {
  if (code === 'ratelimited' || code === 'maxlag') return 'rate_limited'
  return code === 'readonly' || String(code).startsWith('internal_api_error')
    ? 'provider_unavailable'
    : 'provider_refused'
}

/** Pages come in the order of their ids; `index` is that of the search. */
const sortBySearchRank = (pages: unknown) =>
  Array.isArray(pages) ? pages.map(toRecord).sort((a, b) => Number(a.index) - Number(b.index)) : pages
