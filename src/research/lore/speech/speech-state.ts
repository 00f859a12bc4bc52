import type { OpenQuotation } from './quotation-marks.ts'

/** UTF-16 code units of a source, [start, end). */
export type Span = { start: number; end: number }

/**
 * Who speaks: the artist, another person, an unknown person, or the text itself. `name`: where the text names another
 * person. The first person is the artist's only where the artist speaks.
 */
export type Voice = { speaker: 'artist' | 'other' | 'unknown' | 'writer'; name: Span | null }

/**
 * What a text has said so far about who speaks. Plain data, so that reading can stop and continue with the next page.
 */
export type SpeechState = {
  defaultVoice: Voice
  openQuotation: OpenQuotation
  /** Whose open quotation it is. */
  openVoice: Voice
  /** Who spoke last, and whether the narrator has said nothing since then. */
  lastVoice: Voice | null
  isAdjacent: boolean
  /** Whether the last speech ended in the narrator's words and not in its own mark. */
  endedInTag: boolean
  /** Who the narrator has announced: "Mme. Szumowska says:". */
  announcedVoice: Voice | null
  /** Whom "she" means: the subject of the last sentence that names a person. */
  pronounReferent: 'artist' | 'other' | null
  /** Whom the narrator has named since the last speech. */
  namedSinceSpeech: { artist: boolean; other: boolean }
  isArtistNamed: boolean
  hasOtherSpoken: boolean
  /** Labels of a transcript seen so far. */
  labels: string[]
  /** Who speaks in paragraphs without marks: after a label or a question, until narration names the artist. */
  currentVoice: Voice | null
  /** Paragraphs of the text so far that are questions to a person. */
  questionCount: number
}

export const writerVoice: Voice = { speaker: 'writer', name: null }
export const artistVoice: Voice = { speaker: 'artist', name: null }
export const otherVoice: Voice = { speaker: 'other', name: null }
export const unknownVoice: Voice = { speaker: 'unknown', name: null }

/** `isArtistNamed`: whether the title of the text names the artist. */
export const createSpeechState = (defaultVoice: Voice, isArtistNamed: boolean): SpeechState => ({
  defaultVoice,
  openQuotation: null,
  openVoice: unknownVoice,
  lastVoice: null,
  isAdjacent: false,
  endedInTag: false,
  announcedVoice: null,
  pronounReferent: null,
  namedSinceSpeech: { artist: false, other: false },
  isArtistNamed,
  hasOtherSpoken: false,
  labels: [],
  currentVoice: null,
  questionCount: 0,
})
