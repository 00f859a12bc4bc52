import type { Block } from './speech/blocks.ts'

/** What a question cites: a window of a source, in UTF-16 code units of one revision, or an answer. */
export type AnswerReference =
  | { kind: 'original'; sourceId: string; revision: string; start: number; end: number }
  | { kind: 'answer'; entryId: string }

/** A saved answer in its current revision. `sitting`: null outside any; `references`: what the question is about. */
export type LoreAnswer = {
  references?: readonly AnswerReference[]
  entryId: string
  revision: string
  questionKey: string
  question: string
  answer: string
  sitting: number | null
}

/** An approved source, in one revision, as far as Lore shows it to a reader. */
export type LoreSource = {
  sourceId: string
  revision: string
  title: string | null
  publisher: string | null
  publishedAt: string | null
  /** Whether it is the caption of a picture or a film. */
  isCaption?: boolean
}

/**
 * What one voice says in a paragraph of a source. `text` is the source's at [block.start, block.end), in UTF-16 code
 * units.
 */
export type LorePassage = LoreSource & { block: PassageBlock; text: string }

/**
 * A block with the words that name its speaker. `deniedFrom`: the text after the block denies its sentences from this
 * offset on.
 */
export type PassageBlock = Omit<Block, 'name'> & {
  /** `withApposition`: the name with the words after it that say who the person is. */
  name: { start: number; end: number; text: string; withApposition?: string } | null
  deniedFrom: number | null
}
