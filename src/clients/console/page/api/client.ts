import {
  type Client,
  createClient,
  isProblemError,
  ProblemError,
  type Schemas,
  UnexpectedResponseError,
  UnknownOutcomeError,
} from '../../../typescript/index.ts'
import type { PageSettings } from '../../settings.ts'
import { endSession, getStoredToken } from './token.ts'

export { isProblemError, listAll, type Schemas } from '../../../typescript/index.ts'

export const pageSettings: PageSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '')

/** The service's address: the page's own, up to the path of the console. */
export const baseUrl = `${location.origin}${location.pathname.replace(/\/console\/?$/, '')}`

/** A person waits: three tries within seconds, and then a message with a button. */
const retry = { triesMax: 3, deadlineMs: 75_000 }

const bare = createClient({ baseUrl, token: () => getStoredToken() ?? '', retry })

const watch = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error) => {
    if (isProblemError(error, 'not_signed_in')) endSession('expired')
    throw error
  })

export const client: Client = {
  call: (id, input, options) => watch(bare.call(id, input, options)),
  open: (id, input, options) => watch(bare.open(id, input, options)),
}

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
