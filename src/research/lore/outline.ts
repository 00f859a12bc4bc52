import type { Run } from './runs.ts'

/** An answer, and those whose questions are about it. */
export type Thread = Run[]

/**
 * What one voice says about one thing in one source; a paragraph of the text. `topic`: named before it. `threads`:
 * answers to questions about it, which follow it.
 */
export type LoreParagraph = { runs: Run[]; topic?: string | undefined; threads: readonly Thread[] }

/**
 * `introduction`: says who the artist is, in the first paragraph. `topics`: those of all other paragraphs, or none
 * where one has none. `interview`: the answers after all paragraphs.
 */
export type LoreOutline = {
  introduction: Run | undefined
  topics: string[]
  paragraphs: LoreParagraph[]
  interview: readonly Thread[]
}
