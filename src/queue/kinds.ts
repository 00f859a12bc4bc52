import type { components } from '#src/contract/types.gen.ts'

/** What a research job can be of: the contract's closed list (interface, section 2.8). */
export type Kind = components['schemas']['ResearchKind']

export type ErrorCategory = components['schemas']['ResearchErrorCategory']
