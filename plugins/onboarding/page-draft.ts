import type { HashedCitation } from '#src/text/revisions.ts'

/** A sentence of a draft as it is in its source. */
export type DraftSentence = Omit<HashedCitation, 'start' | 'end'> & { text: string }

/** A text for the artist's page. Nothing of it is published before the artist says so. */
export type PageDraft = {
  doc: string
  about: string
  sources: string[]
  /** What the service has put into `doc`, sentence by sentence; none where the artist wrote all of it. */
  sentences: DraftSentence[]
}
