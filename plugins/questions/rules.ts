import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import type { QuestionResearchStage } from '#src/contract/types.gen.ts'
import type { QuestionRequest } from '#src/research/questions/request.ts'
import { parseTarget } from '#src/text/url/parse-target.ts'

/** New jobs of one artist in any 24 hours. Those of all artists are counted in `question_quota_slots`. */
export const newOfArtistMax = 5

/** For how long an ended job's result is taken over, in seconds (operations, section 7). */
const reuseWindowSeconds = { complete: 30 * 60, unresolved: 5 * 60 }

/** Seconds after which to ask again while another question is at work; a job seldom has its next slice sooner. */
const busySeconds = 5

/** What prevents a new question of an artist; the figures are as of now. */
export type QuotaUsage = {
  /** Whether another question is live, and then in how many seconds it goes on at the earliest. */
  busy_seconds: number | null
  /** Seconds until the artist, and until this deployment, may have another new job; null when they may now. */
  artist_full_seconds: number | null
  all_full_seconds: number | null
}

/**
 * @throws Problem `invalid_request` for an address that nothing may call, and for days that do not follow each other
 */
export function validateQuestion({ targetUrl, fromDate, toDate }: QuestionRequest): void {
  if (targetUrl !== null && parseTarget(targetUrl) === undefined) {
    throw createInvalidRequest('targetUrl', 'must be a web address without credentials, at a port of the web')
  }
  // Calendar dates compare as texts.
  if (fromDate !== null && toDate !== null && toDate < fromDate)
    throw createInvalidRequest('toDate', 'is before fromDate')
}

/**
 * Whether an equal request's job serves this one too: it is live, or it ended recently with a result this caller can
 * use.
 */
export function isReusable(stage: QuestionResearchStage, endedSecondsAgo: number | null): boolean {
  if (stage === 'failed' || stage === 'cancelled') return false
  if (endedSecondsAgo === null) return true
  return (stage === 'complete' || stage === 'unresolved') && endedSecondsAgo < reuseWindowSeconds[stage]
}

/**
 * Why no new job may be queued, with the seconds after which one may. A spent quota comes first, because it lasts
 * longer than the question that is at work.
 */
export function refusalToEnqueue(usage: QuotaUsage) {
  const { busy_seconds: busy, artist_full_seconds: artistFull, all_full_seconds: allFull } = usage
  if (artistFull !== null || allFull !== null) {
    return { code: 'quota_spent', retryAfter: roundUpSeconds(Math.max(artistFull ?? 0, allFull ?? 0)) } as const
  }
  if (busy !== null) return { code: 'research_busy', retryAfter: Math.max(busySeconds, roundUpSeconds(busy)) } as const
  return undefined
}

const roundUpSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds))
