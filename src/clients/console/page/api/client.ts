import {
  createClient,
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

/** A token that is refused ends the session. */
async function fetchInSession(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (response.status === 401) endSession('expired')
  return response
}

export const client = createClient({ baseUrl, token: () => getStoredToken() ?? '', retry, fetch: fetchInSession })

/** A failure as the user sees it. `isConflict`: what is shown is old. */
export type Failure = {
  code: Schemas['ErrorCode'] | 'offline' | 'unexpected'
  message: string
  advice: string
  isConflict: boolean
  /** Names the request in the service's log. */
  requestId?: string | undefined
}

const kept = 'What you typed is kept on this device. Try again in a moment.'

export function toFailure(error: unknown): Failure {
  if (error instanceof ProblemError) {
    const { code, message, status, requestId } = error
    const advice = status === 429 || status >= 500 ? kept : ''
    return { code, message, advice, isConflict: status === 409, requestId }
  }
  if (error instanceof UnknownOutcomeError)
    return { code: 'offline', message: 'The service cannot be reached', advice: kept, isConflict: false }
  const isForeign = error instanceof UnexpectedResponseError
  const message = isForeign ? 'The answer was not one of this service' : `The page failed: ${error}`
  return { code: 'unexpected', message, advice: '', isConflict: false }
}
