import type { ProviderFailure } from '../provider-error.ts'
import type { RateLimit } from '../shared-rate-limit.ts'

/** A page as a search names it. Its snippet is never evidence. */
export type FoundPage = {
  /** http or https. */
  url: string
  title: string | null
  /** A few words of the page, without markup. */
  snippet: string | null
}

/** Searches the web. One call is one request. */
export type WebSearch = {
  name: string
  /** Whether a request costs money; then it is counted before it is sent (src/research/budget). */
  isPaid: boolean
  /** How fast it may be asked; null where the operator runs it or it does not matter. */
  rateLimit: RateLimit | null
  /** The pages for a query, best first, at most `pagesMax`. */
  search: (query: string, pagesMax: number, signal: AbortSignal) => Promise<{ pages: FoundPage[] } | ProviderFailure>
}
