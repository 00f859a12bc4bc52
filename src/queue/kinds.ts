import type { ResearchErrorCategory, ResearchKind } from '#src/contract/types.gen.ts'

/** The contract's closed list (interface, section 2.8). */
export type JobKind = ResearchKind

const hourMs = 60 * 60_000

/**
 * Longest wait for an external run, in milliseconds, after which the queue fails the job (./transitions.ts). A scraping
 * run of more than a day will not end; a search or catalogue that refuses for half a day is left to the next refresh.
 * The other kinds have no external run that outlasts a slice.
 */
export const waitingMaxMs: Readonly<Record<JobKind, number>> = {
  social_ingest: 24 * hourMs,
  caption_extract: hourMs,
  lore_refresh: hourMs,
  source_search: 12 * hourMs,
  latest_refresh: 12 * hourMs,
}

/** All kinds. */
export const jobKinds = Object.keys(waitingMaxMs) as JobKind[]

export type ErrorCategory = ResearchErrorCategory
