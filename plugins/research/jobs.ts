import { refreshLore } from '#src/lore/job.ts'
import type { Slices } from '#src/queue/slice.ts'
import { refreshReleases } from '#src/releases/refresh.ts'
import { searchForSources } from '#src/research/source-search.ts'
import { collectPosts } from '#src/social/collect.ts'
import { extractCaptions } from '#src/social/extract.ts'

/** What does each kind of research here; every kind of the contract has its entry, or this does not compile. */
export const slices: Slices = {
  lore_refresh: refreshLore,
  social_ingest: collectPosts,
  caption_extract: extractCaptions,
  source_search: searchForSources,
  latest_refresh: refreshReleases,
}
