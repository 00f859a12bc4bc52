import type { QuotedSentence } from '#src/records/lore/edit.ts'

/** A text for the artist's page. Nothing of it is published before the artist says so. */
export type PageDraft = {
  doc: string
  about: string
  sources: string[]
  /** What the service has quoted in `doc`, sentence by sentence; none where the artist wrote all of it. */
  sentences: QuotedSentence[]
}
