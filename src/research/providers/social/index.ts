import type { SocialPlatform } from '#src/contract/types.gen.ts'
import { findSite } from '#src/text/url/page-url.ts'
import type { ProviderFailure } from '../call.ts'

/** The platforms whose posts can be collected. */
export const socialPlatforms = ['instagram', 'tiktok', 'x'] as const satisfies readonly SocialPlatform[]

/** The platform that an address belongs to. */
export function findPlatform(url: string): SocialPlatform | undefined {
  const site = findSite(url)
  return socialPlatforms.find((platform) => platform === site)
}

/** An artist's own page on a platform; the handle without `@`. */
export type SocialProfile = { platform: SocialPlatform; handle: string }

/** A run outside that collects posts, under the provider's own names. */
export type CollectionRun = { runId: string; datasetId: string }

/** Speech of a post as subtitles or as words, by address or as it came with the post. */
export type Track = { url: string } | { text: string }

/** One post of the profile's owner, in texts that can be stored. */
export type FoundPost = {
  platform: SocialPlatform
  /** The platform's own name of it. */
  postId: string
  url: string
  /** RFC 3339, UTC; null where the platform does not say. */
  publishedAt: string | null
  /** '' where it has none. */
  caption: string
  captionTruncated: boolean
  tracks: Track[]
}

/**
 * Collects posts. A run is started, polled until it ends, and read in pages. A start costs money and cannot be undone:
 * `unknown` means that it is uncertain whether a run was started, and it must not be started again.
 */
export type SocialProvider = {
  name: string
  /** Profiles that need not be linked first. */
  listKnown: (artistId: string) => readonly SocialProfile[]
  start: (profile: SocialProfile, postsMax: number) => Promise<CollectionRun | ProviderFailure | 'unknown'>
  /** `cut_short`: it ended early, and its results until then can be collected. */
  poll: (run: CollectionRun, signal: AbortSignal) => Promise<'running' | 'succeeded' | 'cut_short' | ProviderFailure>
  /** The own posts on one page of what was found; `more` when another page follows. */
  collect: (
    run: CollectionRun,
    profile: SocialProfile,
    page: { offset: number; limit: number },
    signal: AbortSignal,
  ) => Promise<{ posts: FoundPost[]; more: boolean } | ProviderFailure>
}
