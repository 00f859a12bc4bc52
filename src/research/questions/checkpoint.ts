import type { QuestionResearchStage } from '#src/contract/types.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'

/** What was read of the web: the page that the request names, or the pages that a search found. */
export type PagesRead = 'named' | 'found'

/** What the next slice of a question does. */
export type NextStep =
  /** Search the stored texts, with what was read; `round` counts the searches: some texts have to be indexed first. */
  | { do: 'look'; round: number; read: PagesRead | null }
  | { do: 'search' }
  /** Read the page number `at`. */
  | { do: 'read'; pages: string[]; at: number; read: PagesRead }
  /** Wait for another job of the artist: the collection of posts, or their extraction. */
  | { do: 'await'; kind: 'social_ingest' | 'caption_extract'; jobId: string }

/** The progress of a question. */
export type QuestionCheckpoint = {
  stage: LiveStage
  step: NextStep
  findings: Findings
  /** What external systems could not give; each search of the stored texts lists its own omissions. */
  outside: Omissions
}

export const readQuestionCheckpoint = ({ checkpoint }: ClaimedJob): QuestionCheckpoint =>
  'step' in checkpoint
    ? (checkpoint as QuestionCheckpoint)
    : {
        stage: 'checking_saved',
        step: { do: 'look', round: 1, read: null },
        findings: noFindings,
        outside: {},
      }

/** A window of a stored text, in UTF-16 code units [start, end). */
export type FoundWindow = { sourceId: string; revision: string; start: number; end: number }

/**
 * What a question could not search, and how much of it:
 * - `undated`: sources without a known date of publication, left out of a question with a date range
 * - `textless`, `unprepared`: sources without stored text; texts that are not fully indexed yet
 * - `blocked`, `unreachable`, `unreadable`, `tooLarge`, `cut`: pages that refused, did not respond, had no text, were
 *   too large, or are stored without their end
 * - `unrelated`, `reviewsFull`: pages that were read and not stored: they do not name the artist, or the review queue
 *   is full
 * - `noSearch`, `searchPaused`, `searchRefused`: no web search is configured; it asked for too long a pause; it refused
 * - `spent`: the artist's daily budget is used up
 * - `noCollection`: no provider of posts; `collectionFailed`, `transcriptsFailed`: that job failed; `late`: that job
 *   did not end within `waitMaxMs`
 * - `storedOnly`: the named platform is one of which nothing is collected
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
  | 'storedOnly'

export type Omissions = { [O in Omission]?: number }

/** The findings so far; a job's checkpoint holds them while it runs, its result when it has ended. */
export type Findings = {
  /** Best first; more than one reader is shown, since not every reader may see each of them. */
  windows: FoundWindow[]
  omissions: Omissions
  provider: ResearchProvider | null
}

/** What was called outside, in the words of the contract. */
export type ResearchProvider = 'web' | 'page' | 'instagram' | 'instagram_reels' | 'tiktok' | 'x'

export type LiveStage = Exclude<QuestionResearchStage, 'complete' | 'unresolved' | 'failed' | 'cancelled'>

export const noFindings: Findings = { windows: [], omissions: {}, provider: null }

/** The omissions, with `more` of one kind added. */
export const addOmission = (omissions: Omissions, omission: Omission, more = 1): Omissions => ({
  ...omissions,
  [omission]: (omissions[omission] ?? 0) + more,
})
