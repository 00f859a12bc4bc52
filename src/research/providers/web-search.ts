import { decodeHTMLStrict } from 'entities'
import { readList, toRecord } from '#src/text/json.ts'
import { toWebAddress } from '#src/text/url/page-url.ts'
import { callProvider, type ProviderFailure } from './call.ts'

/** A page as a search names it. */
export type FoundPage = {
  /** http or https. */
  url: string
  title: string | null
}

/** Searches the web. One call is one request. */
export type WebSearch = {
  name: string
  /** Whether a request costs money; then it is counted before it is sent (../budget.ts). */
  isPaid: boolean
  /** The pages for a query, best first, at most twenty. */
  search: (query: string, signal: AbortSignal) => Promise<{ pages: FoundPage[] } | ProviderFailure>
}

/** Pages of one search: many of them are known or irrelevant, and Tavily gives no more. */
const pagesMax = 20

/** Milliseconds: a search engine that asks others takes longer than an interface of its own data. */
const deadlineMs = 20_000

/**
 * A SearXNG of the operator's, by its search API (`/search?format=json`). The instance has to allow the JSON form: it
 * answers 403 otherwise, which is a refusal here. No result while engines were silent is no result.
 */
export const createSearxngSearch = ({ url }: { url: string }): WebSearch => ({
  name: 'searxng',
  isPaid: false,
  search: (query, signal) => {
    const parameters = new URLSearchParams({ q: query, format: 'json', categories: 'general', safesearch: '0' })
    return callProvider(url, { path: `/search?${parameters}`, signal, deadlineMs }, (json) => {
      const results = readList(json, 'results')
      const silent = readList(json, 'unresponsive_engines') ?? []
      if (results?.length === 0 && silent.length > 0) return { failed: 'provider_unavailable' }
      return parseResultPages(results)
    })
  },
})

/**
 * Tavily's search (`POST /search`, a bearer key); paid by the request. Its extracts are not used: pages are read here,
 * exactly.
 */
export const createTavilySearch = ({ url, key }: { url: string; key: string }): WebSearch => ({
  name: 'tavily',
  isPaid: true,
  search: (query, signal) => {
    const body = { query, search_depth: 'basic', max_results: pagesMax }
    return callProvider(url, { path: '/search', key, body, signal, deadlineMs }, (json) =>
      parseResultPages(readList(json, 'results')),
    )
  },
})

/** The first pages among the items; what is not plainly a web page is skipped. Undefined without a list of items. */
export const parseResultPages = (items: readonly unknown[] | undefined): { pages: FoundPage[] } | undefined =>
  items && {
    pages: items
      .map(toRecord)
      .flatMap(({ url: address, title }) => {
        const url = toWebAddress(address)
        return url === undefined ? [] : [{ url, title: cleanTitle(title) }]
      })
      .slice(0, pagesMax),
  }

/** Elements of HTML within a line. What else stands between angle brackets are words: `<Live>`. */
const elements = [
  ...['a|abbr|b|bdi|bdo|big|br|center|cite|code|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|p|q|s|small|span|strike'],
  ...['strong|sub|sup|td|tr|tt|u|ul|wbr'],
].join('|')
const attribute = String.raw`\s+[a-z][\w:-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)`
const tag = new RegExp(String.raw`<(?:(?:${elements})(?:${attribute})*\s*/?|/(?:${elements})\s*)>|<!-- -->`, 'gi')

/** Without tags, entities and runs of white space, at most 300 code points; null when nothing is left. */
function cleanTitle(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const plain = decodeHTMLStrict(value.slice(0, 10_000).replace(tag, ''))
    .replace(/[\s\0]+/g, ' ')
    .toWellFormed()
    .trim()
  return Array.from(plain).slice(0, 300).join('') || null
}
