import { refreshLore } from '#src/lore/job.ts'
import { endUnprovided } from '#src/queue/not-provided.ts'
import type { Slices } from '#src/queue/slice.ts'

/** What does each kind of research here; every kind of the contract has its entry, or this does not compile. */
export const slices: Slices = {
  lore_refresh: refreshLore,
  social_ingest: endUnprovided,
  caption_extract: endUnprovided,
  source_search: endUnprovided,
  latest_refresh: endUnprovided,
}
