import type { components } from '#src/contract/types.gen.ts'

/** The contract's closed list (interface, section 2.8). */
export type JobKind = components['schemas']['ResearchKind']

/** All kinds. `satisfies` keeps the list complete: a kind that the contract adds or drops does not compile. */
export const jobKinds = Object.keys({
  social_ingest: true,
  caption_extract: true,
  lore_refresh: true,
  source_search: true,
  latest_refresh: true,
} satisfies Record<JobKind, true>) as JobKind[]

export type ErrorCategory = components['schemas']['ResearchErrorCategory']
