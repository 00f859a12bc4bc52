import type { ClaimedJob } from '#src/queue/claim.ts'
import { type Findings, type LiveStage, noFindings, type Omissions } from './findings.ts'

/** What the next slice of a question does. */
export type NextStep =
  /** Look through what is stored; the how-manieth time, because some of it has to be prepared first. */
  | { do: 'look'; round: number }
  | { do: 'search' }
  /** Read these pages from number `at` on. The page that was named is read before anything is searched for. */
  | { do: 'read'; pages: string[]; at: number; searched: boolean }
  /** Look again, with what was read. */
  | { do: 'weigh'; searched: boolean }
  /** Wait for other work of the artist: the collection of his posts, or the sources made of them. */
  | { do: 'await'; kind: 'social_ingest' | 'caption_extract'; jobId: string }

/** What a question has behind it and before it. */
export type QuestionCheckpoint = {
  stage: LiveStage
  next: NextStep
  findings: Findings
  /** What could not be looked at outside; what could not be looked at here is told anew by every look. */
  outside: Omissions
}

export const readQuestionCheckpoint = ({ checkpoint }: ClaimedJob): QuestionCheckpoint =>
  'next' in checkpoint
    ? (checkpoint as QuestionCheckpoint)
    : { stage: 'checking_saved', next: { do: 'look', round: 1 }, findings: noFindings, outside: {} }
