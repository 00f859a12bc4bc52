import { sliceMs } from '#src/queue/limits.ts'
import { type ApiFailure, fetchJson } from '../http/index.ts'
import { toRecord, toText } from '../json.ts'
import { type ProviderFailure, toProviderFailure } from '../provider-error.ts'
import type { Platform, SocialProvider } from './index.ts'
import { filterOwnPosts } from './items.ts'

export type ApifySettings = {
  token: string
  /** Address of the API without `/v2`. */
  url: string
}

/** The actor that collects posts of each platform. */
const actors: Readonly<Record<Platform, string>> = {
  instagram: 'apify/instagram-scraper',
  tiktok: 'clockworks/tiktok-scraper',
  x: 'apidojo/tweet-scraper',
}

/** Seconds after which Apify ends a run by itself, so that none costs money without end. */
const runSeconds = 1_200

/** Milliseconds for one request. */
const deadlineMs = sliceMs / 2

/** Bytes of one answer: a page of posts is a megabyte or two. */
const bytesMax = 20_000_000

/** Posts by scraping runs on the Apify platform (API version 2). */
export function createApifyProvider({ token: key, url }: ApifySettings): SocialProvider {
  const call = (path: string, signal: AbortSignal, body?: unknown) =>
    fetchJson(url, { path: `/v2/${path}`, key, body, signal, deadlineMs, bytesMax })
  return {
    name: 'apify',
    platforms: ['instagram', 'tiktok', 'x'],
    listKnown: () => [],

    start: async ({ platform, handle }, postsMax) => {
      const actor = encodeURIComponent(actors[platform].replace('/', '~'))
      const query = new URLSearchParams({ maxItems: String(postsMax), timeout: String(runSeconds) })
      const input = inputs[platform](handle, postsMax)
      const answer = await call(`actors/${actor}/runs?${query}`, new AbortController().signal, input)
      if ('failure' in answer) return mayHaveStarted.has(answer.failure) ? 'unknown' : toProviderFailure(answer)
      const run = toRecord(toRecord(answer.json).data)
      const [runId, datasetId] = [toText(run.id), toText(run.defaultDatasetId)]
      return runId === undefined || datasetId === undefined ? 'unknown' : { runId, datasetId }
    },

    poll: async ({ runId }, signal) => {
      const answer = await call(`actor-runs/${encodeURIComponent(runId)}`, signal)
      if ('failure' in answer) return toProviderFailure(answer)
      return runStates[String(toRecord(toRecord(answer.json).data).status)] ?? unreadable
    },

    collect: async ({ datasetId }, profile, { offset, limit }, signal) => {
      const answer = await call(
        `datasets/${encodeURIComponent(datasetId)}/items?offset=${offset}&limit=${limit}`,
        signal,
      )
      if ('failure' in answer) return toProviderFailure(answer)
      const { json: items, headers } = answer
      if (!Array.isArray(items)) return unreadable
      const total = Number(headers['x-apify-pagination-total'])
      return { posts: filterOwnPosts(profile, items), more: items.length > 0 && offset + limit < total }
    },
  }
}

/** The request may have reached the platform, which has not said what became of it. */
const mayHaveStarted: ReadonlySet<ApiFailure['failure']> = new Set([
  'broken',
  'timed_out',
  'aborted',
  'malformed',
  'too_large',
  'late_request',
  'unavailable',
])

const unreadable: ProviderFailure = { failed: 'unreadable' }

/** The input of each default actor, in its own names. */
const inputs: Readonly<Record<Platform, (handle: string, postsMax: number) => Record<string, unknown>>> = {
  instagram: (handle, postsMax) => ({
    directUrls: [`https://www.instagram.com/${handle}/`],
    resultsType: 'posts',
    resultsLimit: postsMax,
    addParentData: false,
  }),
  tiktok: (handle, postsMax) => ({
    profiles: [handle],
    profileScrapeSections: ['videos'],
    profileSorting: 'latest',
    resultsPerPage: postsMax,
    shouldDownloadVideos: false,
    shouldDownloadCovers: false,
  }),
  x: (handle, postsMax) => ({
    searchTerms: [`from:${handle} -filter:replies -filter:retweets`],
    sort: 'Latest',
    maxItems: postsMax,
  }),
}

type RunState = 'running' | 'succeeded' | 'cut_short' | ProviderFailure

const runStates: Readonly<Record<string, RunState>> = {
  READY: 'running',
  RUNNING: 'running',
  'TIMING-OUT': 'running',
  ABORTING: 'running',
  SUCCEEDED: 'succeeded',
  'TIMED-OUT': 'cut_short',
  ABORTED: 'cut_short',
  FAILED: { failed: 'provider_refused' },
}
