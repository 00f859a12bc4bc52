import type { Run } from './runs.ts'

/**
 * What one voice says about one thing in one source; a paragraph of the text. `answers`: to questions about it, in
 * paragraphs after it, short ones together.
 */
export type LoreParagraph = { runs: Run[]; topic?: string | undefined; answers?: readonly Run[] }

/** `introduction`: says who the artist is, in the first paragraph. `interview`: the answers after all paragraphs. */
export type LoreOutline = { introduction: Run | undefined; paragraphs: LoreParagraph[]; interview: Run[] }
