import type { ClaimedJob } from '#src/queue/claim.ts'
import { type Findings, type LiveStage, noFindings, type Omissions } from './findings.ts'

/** What the next slice of a question does. */
export type NextStep =
  /** Search the stored texts; `round` counts the searches, because some texts have to be indexed first. */
  | { do: 'look'; round: number }
  | { do: 'search' }
  /** Read these pages from number `at` on. The named page is read before the web is searched. */
  | { do: 'read'; pages: string[]; at: number; searched: boolean }
  /** Search the stored texts again, with what was read. */
  | { do: 'weigh'; searched: boolean }
  /** Wait for other jobs of the artist: the collection of posts, or their extraction. */
  | { do: 'await'; kind: 'social_ingest' | 'caption_extract'; jobId: string }

/** The progress of a question. */
export type QuestionCheckpoint = {
  stage: LiveStage
  next: NextStep
  findings: Findings
  /** What external systems could not give; each search of the stored texts lists its own omissions. */
  outside: Omissions
}

export const readQuestionCheckpoint = ({ checkpoint }: ClaimedJob): QuestionCheckpoint =>
  'next' in checkpoint
    ? (checkpoint as QuestionCheckpoint)
    : { stage: 'checking_saved', next: { do: 'look', round: 1 }, findings: noFindings, outside: {} }
