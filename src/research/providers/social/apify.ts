import { ApifyClient } from 'apify-client'
import type { ProviderFailure } from '../provider-error.ts'
import { isCertainlyUnsent, isRefusal, toApifyFailure } from './apify-failures.ts'
import { guardRequest, requestMs, runApifyRequest } from './apify-request.ts'
import type { CollectionRun, FoundPost, Platform, SocialProvider } from './index.ts'
import { filterOwnPosts } from './items.ts'

export type ApifySettings = {
  token: string
  /** Address of the API without `/v2`. */
  url: string
  /** Name or id of the actor that collects posts of each platform. */
  actors: Readonly<Record<Platform, string>>
}

/** Seconds after which Apify ends a run by itself, so that none costs money without end. */
const runSeconds = 1_200

/** Posts by scraping runs on the Apify platform, through its official client. */
export function createApifyProvider({ token, url, actors }: ApifySettings): SocialProvider {
  const client = new ApifyClient({
    token,
    baseUrl: url,
    // The queue decides what is repeated, and when; a start must never be.
    maxRetries: 0,
    timeoutSecs: requestMs / 1000,
    requestInterceptors: [guardRequest],
  })
  return {
    name: 'apify',
    platforms: ['instagram', 'tiktok', 'x'],
    listKnown: () => [],

    start: (profile, postsMax) =>
      runApifyRequest<CollectionRun | ProviderFailure | 'unknown'>(
        undefined,
        async () => {
          const input = inputs[profile.platform](profile.handle, postsMax)
          const actor = client.actor(actors[profile.platform])
          const run = await actor.start(input, { maxItems: postsMax, timeout: runSeconds })
          if (typeof run?.id !== 'string' || typeof run.defaultDatasetId !== 'string') return 'unknown'
          return { runId: run.id, datasetId: run.defaultDatasetId }
        },
        (error, pauseMs) => (isRefusal(error) || isCertainlyUnsent(error) ? toApifyFailure(error, pauseMs) : 'unknown'),
      ),

    poll: (run, signal) =>
      runApifyRequest<RunState>(
        signal,
        async () => {
          const found = await client.run(run.runId).get()
          return found === undefined ? refused : (runStates[found.status] ?? unreadable)
        },
        toApifyFailure,
      ),

    collect: (run, profile, { offset, limit }, signal) =>
      runApifyRequest<{ posts: FoundPost[]; more: boolean } | ProviderFailure>(
        signal,
        async () => {
          const { items, total } = await client.dataset(run.datasetId).listItems({ offset, limit })
          if (!Array.isArray(items)) return unreadable
          return { posts: filterOwnPosts(profile, items), more: items.length > 0 && offset + limit < total }
        },
        toApifyFailure,
      ),
  }
}

const refused: ProviderFailure = { failed: 'provider_refused' }
const unreadable: ProviderFailure = { failed: 'unreadable' }

/** The name of each default actor's input. */
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
  FAILED: refused,
}
