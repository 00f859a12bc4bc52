import type { Schemas } from '../../../typescript/index.ts'

type Job = Schemas['ResearchJob']

export const jobLabels: Record<Job['kind'], string> = {
  social_ingest: 'Collecting your posts',
  caption_extract: 'Reading captions and transcripts',
  lore_refresh: 'Updating your page',
  source_search: 'Looking for texts about you',
  latest_refresh: 'Looking for your releases',
}

const reasons: Record<NonNullable<Job['errorCategory']>, string> = {
  not_configured: 'the operator of this service has not set this up',
  provider_unavailable: 'another website did not answer',
  provider_refused: 'another website refused',
  rate_limited: 'another website asked for a pause',
  timed_out: 'it took too long',
  unreadable: 'what came back could not be read',
  too_large: 'what came back was too large',
  not_allowed: 'it is not allowed',
  outcome_unknown: 'it is not known whether it began, so it is not started again',
  internal: 'something failed inside the service',
}

export const stageLabels: Record<Schemas['QuestionResearchStage'], string> = {
  checking_saved: 'looking at what is saved',
  searching: 'searching',
  reading: 'reading',
  transcribing: 'transcribing',
  waiting_provider: 'another website is at work',
  complete: 'done',
  unresolved: 'nothing found',
  failed: 'stopped',
  cancelled: 'cancelled',
}

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

export const isLive = ({ status }: Pick<Job, 'status'>): boolean => status !== 'done' && status !== 'failed'

/** The state of a job in a sentence, and why it pauses, as far as the service says. */
export function describeJob({ status, cursor, errorCategory, nextRunAt }: Job, now: number): string {
  const why = errorCategory === null ? '' : `, because ${reasons[errorCategory]}`
  const isLater = nextRunAt !== null && Date.parse(nextRunAt) > now
  const when = isLater ? ` at ${clock.format(new Date(nextRunAt))}` : ''
  if (status === 'done') return 'Done'
  if (status === 'failed') return `Stopped${why}`
  if (status === 'running') return 'At work now'
  if (status === 'waiting') return `Another website is at work; we look again${when || ' soon'}${why}`
  if (errorCategory !== null) return `We try again${when || ' soon'}${why}`
  return cursor > 0 ? 'Goes on in a moment' : `Starts${when || ' in a moment'}`
}

/** Jobs of the same kind in the same state are one line: the newest of them, and how many there are. */
export function joinJobs(jobs: readonly Job[]): { newest: Job; count: number }[] {
  const groups = Map.groupBy(jobs, ({ kind, status, errorCategory }) => `${kind}/${status}/${errorCategory}`)
  return [...groups.values()].flatMap(([newest, ...older]) => (newest ? [{ newest, count: older.length + 1 }] : []))
}
