import type { Slices } from '#src/queue/slice.ts'
import { runSourceSearch } from '#src/research/dispatch-source-search.ts'
import { refreshLore } from '#src/research/lore/job.ts'
import { refreshReleases } from '#src/research/releases/refresh.ts'
import type { ResearchContext } from '#src/research/slice.ts'
import { collectPosts } from '#src/research/social/collect.ts'
import { extractCaptions } from '#src/research/social/extract.ts'

/** What does each kind of research here; every kind of the contract has its entry, or this does not compile. */
export const slices: Slices<ResearchContext> = {
  lore_refresh: refreshLore,
  social_ingest: collectPosts,
  caption_extract: extractCaptions,
  source_search: runSourceSearch,
  latest_refresh: refreshReleases,
}
