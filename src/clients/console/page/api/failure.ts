import { ProblemError, UnexpectedResponseError, UnknownOutcomeError } from '../../../typescript/index.ts'
import type { Schemas } from './client.ts'

/** A failure as the user sees it. `again` says that the same request may succeed later. */
export type Failure = {
  code: Schemas['ErrorCode'] | 'offline' | 'unexpected'
  message: string
  advice?: string | undefined
  again: boolean
  /** Names the request in the service's log. */
  requestId?: string | undefined
}

const kept = 'What you typed is kept on this device. Try again in a moment.'

/** What a refusal means for the user, after the service's own words. */
const advice: Partial<Record<Failure['code'], string>> = {
  not_signed_in: 'Your token has run out or is not one of this service. Sign in again; what you typed is kept.',
  not_your_artist: 'You are not the approved claimant of this artist.',
  persistence_unavailable: kept,
  overloaded: kept,
  shutting_down: kept,
  session_active: 'Another interview is already open. Reload to see it.',
}

export function toFailure(error: unknown): Failure {
  if (error instanceof ProblemError) {
    const { code, message, status, requestId } = error
    return { code, message, advice: advice[code], again: status === 429 || status >= 500, requestId }
  }
  if (error instanceof UnknownOutcomeError)
    return { code: 'offline', message: 'The service cannot be reached', advice: kept, again: true }
  const isForeign = error instanceof UnexpectedResponseError
  const message = isForeign ? 'The answer was not one of this service' : `The page failed: ${error}`
  return { code: 'unexpected', message, again: true }
}

/** Refusals that say that what is shown is not the newest state. */
const conflicts = new Set<Failure['code']>([
  'state_changed',
  'session_active',
  'revision_changed',
  'memory_changed',
  'evidence_changed',
])

export const isConflict = ({ code }: Failure): boolean => conflicts.has(code)
