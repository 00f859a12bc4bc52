import type { ExtractionOutcomeState } from '#src/contract/types.gen.ts'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import { sliceMs } from '#src/queue/limits.ts'
import {
  fetchOutbound,
  type Network,
  type OutboundFailure,
  type OutboundResponse,
  parseMediaType,
} from '../http/index.ts'
import { parseInThread } from './extract.ts'
import { createRobotsCheck } from './robots.ts'

/** The outcome of reading a page: its text, or why there is none, in the contract's words. */
export type PageOutcome =
  | {
      state: Extract<ExtractionOutcomeState, 'ready'>
      /** At most 300 code points. */
      title: string | null
      /** As the page states it; see the contract's PublicationDate. */
      publishedAt: string | null
      /** Never empty, at most 50,000 UTF-16 code units. */
      text: string
      /** The page is longer than what is stored. */
      truncated: boolean
      httpStatus: number
    }
  | { state: Exclude<ExtractionOutcomeState, 'ready' | 'skipped'>; httpStatus: number | null }

/** Reads pages that were found outside. */
export type PageReader = { read: (url: string, signal: AbortSignal) => Promise<PageOutcome> }

/** Bytes of a page with its scripts and styles; the text of a novel has as many. */
const bytesMax = 3_000_000

/** Milliseconds to fetch a page: it is also read and saved within the slice. */
const deadlineMs = sliceMs * 0.4

/** Pages in a row that send their reader on by a meta element. */
const refreshesMax = 3

/**
 * Reads pages from the web, where a site allows programs to: its robots.txt is checked before each page and each
 * redirect, and cached for as long as the reader lives. Only a test provides a network of its own.
 */
export function createWebPageReader(network?: Network): PageReader {
  const refuse = createRobotsCheck(network)
  return {
    read: async (url, signal) => {
      const accept = 'text/html, application/xhtml+xml, text/plain;q=0.8'
      const untilMs = performance.now() + deadlineMs
      let address = url
      for (let refreshes = 0; refreshes <= refreshesMax; refreshes += 1) {
        const leftMs = Math.max(0, untilMs - performance.now())
        const answer = await fetchOutbound(address, { signal, deadlineMs: leftMs, bytesMax, accept, network, refuse })
        if ('failure' in answer) return withoutAnswer(answer)
        const page = await readPage(answer, signal)
        if (!('refresh' in page)) return page
        address = page.refresh
      }
      return { state: 'unavailable', httpStatus: null }
    },
  }
}

function withoutAnswer({ failure }: OutboundFailure): PageOutcome {
  if (failure === 'disallowed_by_robots') return { state: 'blocked', httpStatus: null }
  return { state: failure === 'refused_url' ? 'unsupported' : 'unavailable', httpStatus: null }
}

async function readPage(answer: OutboundResponse, signal: AbortSignal): Promise<PageOutcome | { refresh: string }> {
  const { ok, status: httpStatus, headers, truncated } = answer
  if (refusals.has(httpStatus)) return { state: 'blocked', httpStatus }
  if (!ok) return { state: 'unavailable', httpStatus }
  if (!readableTypes.has(parseMediaType(headers).name)) return { state: 'unsupported', httpStatus }
  if (truncated) return { state: 'too_large', httpStatus }
  const page = await parseInThread(answer, signal)
  if (page === undefined) return { state: 'unsupported', httpStatus }
  if (page === 'challenge') return { state: 'blocked', httpStatus }
  if ('refresh' in page) return page
  const text = truncateText(page.text)
  if (text.text.trim() === '') return { state: 'empty', httpStatus }
  return { state: 'ready', title: page.title, publishedAt: page.publishedAt, ...text, httpStatus }
}

/** Statuses by which a site refuses this service, its rate, or its location. */
const refusals = new Set([401, 402, 403, 429, 451])

/** A page that does not say what it is, is taken for what most pages are. */
const readableTypes = new Set(['', 'text/html', 'text/plain', 'text/xml', 'application/xml', 'application/xhtml+xml'])
