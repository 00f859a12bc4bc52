import type { Selectable } from 'kysely'
import type { ArtistResearchJobs } from '#src/database/tables.gen.ts'
import { attemptsMax } from '#src/queue/limits.ts'

export type StoredJob = Selectable<ArtistResearchJobs>

/** What an operator has paused: every job of the kind, or those of one artist. */
export type Pause = { artistId: string | null; because: string; pausedAt: string }

/** Whether a job can be claimed now; else why not, and until when (null: until an operator acts). */
type ClaimExplanation = { claimable: boolean; why: string; until: Date | null }

/** Explains a job's status at `now`, the database's clock, by the conditions of `isDue`. */
export function explainClaimability(job: StoredJob, now: Date, pause?: Pause | null): ClaimExplanation {
  const { leased_until: leasedUntil, next_run_at: nextRunAt, waiting_since: waitingSince } = job
  const closed = (why: string) => ({ claimable: false, why, until: null })
  const until = (instant: Date, why: string) => ({ claimable: false, why, until: instant })
  const due = (more: string) => ({ claimable: true, why: `It is claimable now${more}.`, until: null })
  const attempts = `${job.attempts} failed attempt${job.attempts === 1 ? '' : 's'}`
  const category = job.error_category === null ? '' : ` (${job.error_category})`

  const finishedAt = job.finished_at?.toISOString()
  if (job.state === 'done') return closed(`It is done since ${finishedAt}${category}.`)
  if (job.state === 'cancelled') return closed(`It was cancelled at ${finishedAt}.`)
  if (job.state === 'failed')
    return closed(`It was given up at ${finishedAt}, after ${attempts}${category}. Retry it once the cause is gone.`)

  if (leasedUntil !== null && leasedUntil > now) return until(leasedUntil, 'A worker has it under its lease.')
  if (pause) {
    const whose = pause.artistId === null ? 'every artist' : 'this artist'
    const notDue = nextRunAt > now ? ` (nor is it due before ${nextRunAt.toISOString()})` : ''
    return closed(`An operator has paused ${job.kind} of ${whose} at ${pause.pausedAt}: ${pause.because}${notDue}`)
  }
  if (nextRunAt > now && waitingSince !== null) {
    const since = waitingSince.toISOString()
    return until(nextRunAt, `It waits since ${since} for an outside run${category}, and asks again then.`)
  }
  if (nextRunAt > now)
    return until(nextRunAt, category === '' ? 'It is not due yet.' : `It pauses after ${attempts}${category}.`)

  if (job.attempts >= attemptsMax) return due(', and given up with the next claim: all its attempts are spent')
  if (leasedUntil === null)
    return due(
      `, since ${nextRunAt.toISOString()}; the scheduler runs it (SCHEDULER_SECONDS, or calls of runResearchScheduler)`,
    )
  return due(`. The worker that had it did not come back before its lease ran out at ${leasedUntil.toISOString()}`)
}
