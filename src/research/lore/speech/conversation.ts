import type { OpenQuotation } from './quotation-marks.ts'

/** UTF-16 code units of a source, [start, end). */
export type Span = { start: number; end: number }

/**
 * Who speaks: the artist, another person, an unknown person, or the text itself. `name`: where the text names another
 * person. The first person is the artist's only where the artist speaks.
 */
export type Voice = { speaker: 'artist' | 'other' | 'unknown' | 'writer'; name: Span | null }

/**
 * What a text has said so far about who speaks; plain data, so that reading can stop and continue with the next page.
 */
export type Conversation = {
  base: Voice
  open: OpenQuotation
  /** Whose open quotation it is. */
  openVoice: Voice
  /** Who spoke last, and whether the narrator has said nothing since. */
  last: Voice | null
  isAdjacent: boolean
  /** Whether the last speech ended in the narrator's words and not in its own mark. */
  endedInTag: boolean
  /** Who the narrator has announced: "Mme. Szumowska says:". */
  announced: Voice | null
  /** Whom "she" means: the subject of the last sentence that names a person. */
  person: 'artist' | 'other' | null
  /** Whom the narrator has named since the last speech. */
  since: { artist: boolean; other: boolean }
  isArtistNamed: boolean
  hasOtherSpoken: boolean
  /** Labels of a transcript seen so far. */
  labels: string[]
  /** Who speaks in paragraphs without marks: after a label or a question, until narration names the artist. */
  speaker: Voice | null
  questions: number
}

export const writer: Voice = { speaker: 'writer', name: null }
export const artist: Voice = { speaker: 'artist', name: null }
export const other: Voice = { speaker: 'other', name: null }
export const unknown: Voice = { speaker: 'unknown', name: null }

/** `isArtistNamed`: whether the title of the text names the artist. */
export const newConversation = (base: Voice, isArtistNamed: boolean): Conversation => ({
  base,
  open: null,
  openVoice: unknown,
  last: null,
  isAdjacent: false,
  endedInTag: false,
  announced: null,
  person: null,
  since: { artist: false, other: false },
  isArtistNamed,
  hasOtherSpoken: false,
  labels: [],
  speaker: null,
  questions: 0,
})
