import type { QuestionResearchStage } from '#src/contract/types.gen.ts'

/** A window of a stored text, in UTF-16 code units [start, end). */
export type FoundWindow = { sourceId: string; revision: string; start: number; end: number }

/**
 * What a question could not look at, and how much of it:
 * - `undated`: sources that a question between two days left out, since nobody knows on which day they were published
 * - `textless`, `unprepared`: sources without stored text; texts that the index of search does not wholly hold yet
 * - `blocked`, `unreachable`, `unreadable`, `tooLarge`, `cut`: pages that refused, did not answer, held nothing to be
 *   read, were too large to be read, or are kept without their end
 * - `unrelated`, `reviewsFull`: pages that were read and not kept, since they do not name the artist, or too many wait
 * for a review
 * - `noSearch`, `searchPaused`, `searchRefused`: nobody searches the web; whoever does asked for too long a pause;
 * refused
 * - `spent`: what the artist may spend in a day has been spent
 * - `noCollection`, `collectionFailed`, `transcriptsFailed`, `late`: posts, the speech in them, or either within the
 * time there is
 */
export type Omission =
  | 'undated'
  | 'textless'
  | 'unprepared'
  | 'blocked'
  | 'unreachable'
  | 'unreadable'
  | 'tooLarge'
  | 'cut'
  | 'unrelated'
  | 'reviewsFull'
  | 'noSearch'
  | 'searchPaused'
  | 'searchRefused'
  | 'spent'
  | 'noCollection'
  | 'collectionFailed'
  | 'transcriptsFailed'
  | 'late'

export type Omissions = { [O in Omission]?: number }

/** What has been found so far; a job's checkpoint holds it while it runs, its result when it has ended. */
export type Findings = {
  /** Best first; more than anybody is shown, since not everybody may see each of them. */
  windows: FoundWindow[]
  omissions: Omissions
  /** The outside system that was asked. */
  provider: string | null
}

export type LiveStage = Exclude<QuestionResearchStage, 'complete' | 'unresolved' | 'failed' | 'cancelled'>

export const noFindings: Findings = { windows: [], omissions: {}, provider: null }

/** The omissions with more of one kind. */
export const addOmission = (omissions: Omissions, omission: Omission, more = 1): Omissions => ({
  ...omissions,
  [omission]: (omissions[omission] ?? 0) + more,
})
