import type { SocialPlatform } from '#src/contract/types.gen.ts'
import { sliceMs } from '#src/queue/limits.ts'
import { toRecord, toText } from '#src/text/json.ts'
import { callProvider, isProviderFailure, type ProviderFailure } from '../call.ts'
import type { SocialProvider } from './index.ts'
import { filterOwnPosts } from './items.ts'

type ApifySettings = {
  token: string
  /** Address of the API without `/v2`. */
  url: string
}

/** The actor that collects posts of each platform, as addresses name it: with `~` for `/`. */
const actors: Readonly<Record<SocialPlatform, string>> = {
  instagram: 'apify~instagram-scraper',
  tiktok: 'clockworks~tiktok-scraper',
  x: 'apidojo~tweet-scraper',
}

/** Seconds after which Apify ends a run by itself, so that none costs money without end. */
const runSeconds = 1_200

/** Milliseconds in which a run is started: a stopping service waits for the answer, but ends after ten seconds. */
export const startMs = 8_000

/** Bytes of one answer: a page of posts is a megabyte or two. */
const bytesMax = 20_000_000

/** Posts by scraping runs on the Apify platform (API version 2). */
export function createApifyProvider({ token: key, url }: ApifySettings): SocialProvider {
  const build = (path: string, signal: AbortSignal) => {
    return { path: `/v2/${path}`, key, signal, deadlineMs: sliceMs / 2, bytesMax }
  }
  return {
    name: 'apify',
    listKnown: () => [],

    start: async ({ platform, handle }, postsMax) => {
      const query = new URLSearchParams({ maxItems: String(postsMax), timeout: String(runSeconds) })
      const input = inputs[platform](handle, postsMax)
      const call = build(`actors/${actors[platform]}/runs?${query}`, new AbortController().signal)
      const run = await callProvider(url, { ...call, body: input, deadlineMs: startMs }, (json) => {
        const { id, defaultDatasetId } = toRecord(toRecord(json).data)
        const [runId, datasetId] = [toText(id), toText(defaultDatasetId)]
        return runId === undefined || datasetId === undefined ? 'unknown' : { runId, datasetId }
      })
      return isProviderFailure(run) && run.isUncertain ? 'unknown' : run
    },

    poll: ({ runId }, signal) =>
      callProvider(
        url,
        build(`actor-runs/${encodeURIComponent(runId)}`, signal),
        (json) => runStates[String(toRecord(toRecord(json).data).status)],
      ),

    collect: ({ datasetId }, profile, { offset, limit }, signal) => {
      const path = `datasets/${encodeURIComponent(datasetId)}/items?offset=${offset}&limit=${limit}`
      return callProvider(url, build(path, signal), (items, headers) => {
        const total = Number(headers['x-apify-pagination-total'])
        if (!Array.isArray(items)) return undefined
        return { posts: filterOwnPosts(profile, items), more: items.length > 0 && offset + limit < total }
      })
    },
  }
}

/** The input of each default actor, in its own names. */
const inputs: Readonly<Record<SocialPlatform, (handle: string, postsMax: number) => Record<string, unknown>>> = {
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
