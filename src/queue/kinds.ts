import type { components } from '#src/contract/types.gen.ts'

/** What a research job can be of: the contract's closed list (interface, section 2.8). */
export type JobKind = components['schemas']['ResearchKind']

/** Every kind. The type keeps the list whole: one that the contract adds or drops does not compile. */
export const jobKinds = Object.keys({
  social_ingest: true,
  caption_extract: true,
  lore_refresh: true,
  source_search: true,
  latest_refresh: true,
} satisfies Record<JobKind, true>) as JobKind[]

export type ErrorCategory = components['schemas']['ResearchErrorCategory']
