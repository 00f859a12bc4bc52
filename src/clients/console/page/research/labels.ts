import type { Schemas } from '../api/shapes.ts'
import type { View } from '../route.ts'

type Job = Schemas['ResearchJob']

export const kindLabels: Record<Job['kind'], string> = {
  social_ingest: 'Collecting the artist’s posts',
  caption_extract: 'Reading captions and transcripts',
  lore_refresh: 'Composing the Lore',
  source_search: 'Looking for and reading sources',
  latest_refresh: 'Looking for releases',
}

/** What came of a finished job, and where it is seen. */
export const outcomes: Record<Job['kind'], { words: string; view: View; link: string }> = {
  social_ingest: { words: 'The artist’s posts were collected', view: 'sitting', link: 'see the sources' },
  caption_extract: { words: 'Captions and transcripts were read', view: 'sitting', link: 'see the sources' },
  lore_refresh: { words: 'The Lore was composed', view: 'lore', link: 'read it' },
  source_search: { words: 'Sources were looked for and read', view: 'review', link: 'see what was found' },
  latest_refresh: { words: 'Releases were looked for', view: 'review', link: 'see what was found' },
}

const statusLabels: Record<Job['status'], string> = {
  pending: 'queued',
  running: 'at work',
  waiting: 'waits',
  done: 'done',
  failed: 'given up',
}

/** A job's state in a word or two. Between two of its slices it is queued again. */
export const labelJobStatus = ({ status, cursor }: Pick<Job, 'status' | 'cursor'>): string =>
  status === 'pending' && cursor > 0 ? 'under way' : statusLabels[status]

/** The state of the research for one question. */
export const stageLabels: Record<Schemas['QuestionResearchStage'], string> = {
  checking_saved: 'looks at what is saved',
  searching: 'searches',
  reading: 'reads',
  transcribing: 'transcribes',
  waiting_provider: 'waits for an outside system',
  complete: 'done',
  unresolved: 'nothing found',
  failed: 'given up',
  cancelled: 'cancelled',
}

const categoryWords: Record<NonNullable<Job['errorCategory']>, string> = {
  not_configured: 'this deployment has not set up what it needs',
  provider_unavailable: 'an outside system did not answer',
  provider_refused: 'an outside system refused',
  rate_limited: 'an outside system asked for a pause',
  timed_out: 'it took too long',
  unreadable: 'what came back could not be read',
  too_large: 'what came back was too large',
  not_allowed: 'it is not allowed',
  outcome_unknown: 'it is unknown whether an external run began, so it is not started again',
  internal: 'something failed inside the service',
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

export const isLive = ({ status }: Job): boolean => status === 'pending' || status === 'running' || status === 'waiting'

/** The state of a job and why it waits, as far as the service says. */
export function describeJobStatus({ status, cursor, errorCategory, nextRunAt }: Job, now: number): string {
  const why = errorCategory === null ? '' : `: ${categoryWords[errorCategory]}`
  const isLater = nextRunAt !== null && Date.parse(nextRunAt) > now
  const when = isLater ? ` until ${clock.format(new Date(nextRunAt))}` : ''
  if (status === 'failed') return `Given up${why}`
  if (status === 'running') return 'At work now'
  if (status === 'waiting')
    return `Waits for an outside run to end${isLater ? `; looked at again at ${clock.format(new Date(nextRunAt))}` : ''}${why}`
  if (errorCategory !== null) return `Tried, and will be tried again${when && `: waits${when}`}${why}`
  if (isLater) return `Waits${when}`
  return cursor > 0 ? 'The next part waits in the queue' : 'Due: waits in the queue'
}
