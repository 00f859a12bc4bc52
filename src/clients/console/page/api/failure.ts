import { ProblemError, UnexpectedResponseError, UnknownOutcomeError } from '../../../typescript/index.ts'
import type { Schemas } from './client.ts'

/** A failure as the user sees it. `again`: the same request may succeed later; `isConflict`: what is shown is old. */
export type Failure = {
  code: Schemas['ErrorCode'] | 'offline' | 'unexpected'
  message: string
  advice?: string | undefined
  again: boolean
  isConflict: boolean
  /** Names the request in the service's log. */
  requestId?: string | undefined
}

const kept = 'What you typed is kept on this device. Try again in a moment.'

/** What a refusal means for the user, after the service's own words. */
const advice: Partial<Record<Failure['code'], string>> = {
  not_signed_in: 'Your token has run out or is not one of this service. Sign in again; what you typed is kept.',
  not_your_artist: 'You are not the approved claimant of this artist.',
  session_active: 'Another interview is already open. Reload to see it.',
}

export function toFailure(error: unknown): Failure {
  if (error instanceof ProblemError) {
    const { code, message, status, requestId } = error
    const again = status === 429 || status >= 500
    const isConflict = status === 409
    return { code, message, advice: advice[code] ?? (again ? kept : undefined), again, isConflict, requestId }
  }
  if (error instanceof UnknownOutcomeError)
    return { code: 'offline', message: 'The service cannot be reached', advice: kept, again: true, isConflict: false }
  const isForeign = error instanceof UnexpectedResponseError
  const message = isForeign ? 'The answer was not one of this service' : `The page failed: ${error}`
  return { code: 'unexpected', message, again: true, isConflict: false }
}
