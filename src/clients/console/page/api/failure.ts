import { ProblemError, UnexpectedResponseError, UnknownOutcomeError } from '../../../typescript/index.ts'
import type { Schemas } from './client.ts'

/** A failure as the user sees it. `again` says that the same request may succeed later. */
export type Failure = {
  code: Schemas['ErrorCode'] | 'offline' | 'unexpected'
  message: string
  advice: string | undefined
  again: boolean
  /** Names the request in the service's log. */
  requestId: string | undefined
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
  const isUnanswered = error instanceof UnknownOutcomeError
  if (isUnanswered) {
    const message = 'The service cannot be reached'
    return { code: 'offline', message, advice: kept, again: true, requestId: undefined }
  }
  const message =
    error instanceof UnexpectedResponseError ? 'The answer was not one of this service' : `The page failed: ${error}`
  return { code: 'unexpected', message, advice: undefined, again: true, requestId: undefined }
}
