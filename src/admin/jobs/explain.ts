import type { Selectable } from 'kysely'
import type { ArtistResearchJobs } from '#src/database/tables.gen.ts'
import { attemptsMax } from '#src/queue/limits.ts'

export type StoredJob = Selectable<ArtistResearchJobs>

/** What an operator has paused: every job of the kind, or those of one artist. */
export type Pause = { artistId: string | null; because: string; pausedAt: string }

/** Whether a job can be claimed now; else why not, and until when (null: until an operator acts). */
export type ClaimExplanation = { claimable: boolean; why: string; until: Date | null }

/** Explains a job's status at `now`, the database's clock, by the rules of `claimJob`. */
export function explainClaimability(job: StoredJob, now: Date, pause?: Pause | null): ClaimExplanation {
  const finishedAt = job.finished_at?.toISOString()
  switch (job.state) {
    case 'done':
      return explainClosed(`It is done since ${finishedAt}${formatCategory(job)}.`)
    case 'failed':
      return explainClosed(
        `It was given up at ${finishedAt}, after ${formatAttempts(job.attempts)}${formatCategory(job)}. Retry it once the cause is gone.`,
      )
    case 'cancelled':
      return explainClosed(`It was cancelled at ${finishedAt}.`)
    default:
      return explainLive(job, now, pause)
  }
}

function explainLive(job: StoredJob, now: Date, pause: Pause | null | undefined): ClaimExplanation {
  const { leased_until: leasedUntil, next_run_at: nextRunAt } = job
  if (leasedUntil !== null && leasedUntil > now) return explainUntil(leasedUntil, 'A worker has it under its lease.')
  if (pause) return explainClosed(explainPause(job, pause))
  if (nextRunAt <= now) return { claimable: true, why: explainDue(job, now), until: null }
  if (job.waiting_since !== null) {
    return explainUntil(
      nextRunAt,
      `It waits since ${job.waiting_since.toISOString()} for an outside run${formatCategory(job)}, and asks again then.`,
    )
  }
  if (job.error_category !== null)
    return explainUntil(nextRunAt, `It pauses after ${formatAttempts(job.attempts)}${formatCategory(job)}.`)
  return explainUntil(nextRunAt, 'It is not due yet.')
}

const explainPause = ({ kind }: StoredJob, { artistId, because, pausedAt }: Pause) =>
  `An operator has paused ${kind} of ${artistId === null ? 'every artist' : 'this artist'} at ${pausedAt}: ${because}`

function explainDue({ attempts, leased_until: leasedUntil }: StoredJob, now: Date): string {
  if (attempts >= attemptsMax)
    return 'It is claimable now, and given up with the next claim: all its attempts are spent.'
  if (leasedUntil !== null && leasedUntil <= now) {
    return `It is claimable now. The worker that had it did not come back before its lease ran out at ${leasedUntil.toISOString()}.`
  }
  return 'It is claimable now.'
}

const explainClosed = (why: string): ClaimExplanation => ({ claimable: false, why, until: null })
const explainUntil = (until: Date, why: string): ClaimExplanation => ({ claimable: false, why, until })
const formatAttempts = (attempts: number) => (attempts === 1 ? '1 failed attempt' : `${attempts} failed attempts`)
const formatCategory = ({ error_category: category }: StoredJob) => (category === null ? '' : ` (${category})`)
