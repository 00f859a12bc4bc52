import type { QuestionResearchStage } from '#src/contract/types.gen.ts'
import type { SourceWindow } from '#src/evidence/references/windows.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { Omissions } from './omissions.ts'

/** What was read of the web: the page that the request names, or the pages that a search found. */
type PagesRead = 'named' | 'found'

/** What the next slice of a question does. */
export type NextStep =
  /** Search the stored texts, with what was read; `round` counts the searches: some texts have to be indexed first. */
  | { do: 'look'; round: number; read: PagesRead | null }
  | { do: 'search' }
  /** Read the page number `at`. */
  | { do: 'read'; pages: string[]; at: number; read: PagesRead }
  /** Wait until the artist's posts are collected and extracted. */
  | { do: 'await' }

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
        ...{ stage: 'checking_saved', step: { do: 'look', round: 1, read: null } },
        ...{ findings: { ...noFindings }, outside: {} },
      }

/** The findings so far; a job's checkpoint holds them while it runs, its result when it has ended. */
export type Findings = {
  /** Best first; more than a response shows, since not every reader may see each of them. */
  windows: SourceWindow[]
  omissions: Omissions
  provider: ResearchProvider | null
}

/** What was called outside, in the words of the contract. */
export type ResearchProvider = 'web' | 'page' | 'instagram' | 'instagram_reels' | 'tiktok' | 'x'

export type LiveStage = Exclude<QuestionResearchStage, 'complete' | 'unresolved' | 'failed' | 'cancelled'>

export const noFindings: Findings = { windows: [], omissions: {}, provider: null }
