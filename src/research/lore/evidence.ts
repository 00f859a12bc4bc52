import type { SourceWindow } from '#src/evidence/references/windows.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import type { Span } from '#src/text/windows.ts'

/** What a question cites: a window of a source, or an answer. */
export type AnswerReference = ({ kind: 'original' } & SourceWindow) | { kind: 'answer'; entryId: string }

/** A saved answer in its current revision; `year` is that of the conversation, null where it is unknown. */
export type LoreAnswer = {
  entryId: string
  revision: string
  questionKey: string
  question: string
  answer: string
  references: readonly AnswerReference[]
  year: number | null
}

/** The sources that questions cite, each once, in the order of the answers. */
export const listCitedIds = (answers: readonly Pick<LoreAnswer, 'references'>[]): string[] => [
  ...new Set(
    answers.flatMap(({ references }) => references.flatMap((one) => (one.kind === 'original' ? one.sourceId : []))),
  ),
]

/** An approved source in one revision, as a reader of the Lore sees it. */
export type LoreSource = {
  sourceId: string
  revision: string
  kind: string
  title: string | null
  publisher: string | null
  publishedAt: string | null
  url: string | null
}

/** A part of a source: `text` is the source's from `start` on. */
export type Stretch = { start: number; text: string }

/** Exact text of a source that a page may print; `cited` is what questions cite in it, empty where none does. */
export type Passage = Span & { source: LoreSource; text: string; cited: readonly Span[] }

/** A composed text; its citations are exactly what it quotes. */
export type Lore = { text: string; citations: HashedCitation[] }

export const isPost = ({ kind }: Pick<LoreSource, 'kind'>): boolean =>
  kind === 'social_caption' || kind === 'reel_transcript'
