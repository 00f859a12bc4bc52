import { type Config, researchKeyCharsMin } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Caller } from './caller.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { areSecretsEqual } from './secrets.ts'
import type { TokenVerifier } from './tokens.ts'

/** The request's credentials, and the connection that carried them. */
type Credentials = { authorization: string | undefined; researchKey: string | undefined; connection: object }
type Identify = (credentials: Credentials) => MaybePromise<Caller>

/**
 * Authenticates by the contract's `security` (interface, section 5): where a research key is admitted and sent, it
 * alone decides. Runs before a body is read.
 * @throws Problem `not_signed_in`, synchronously or by the promise
 */
export function createAuthenticator(operation: Operation, config: Config, verify: TokenVerifier): Identify {
  const schemes = new Set(operation.security.flatMap((requirement) => Object.keys(requirement)))
  if (schemes.size === 0) return () => ({ kind: 'anonymous' })
  if (schemes.has('schedulerSecret'))
    return ({ authorization }) => authenticateScheduler(authorization, config.cronSecret)
  return ({ authorization, researchKey, connection }) => {
    if (schemes.has('researchKey') && researchKey !== undefined)
      return authenticateResearchKey(researchKey, config.researchKey)
    return verify(parseBearerToken(authorization), connection)
  }
}

function authenticateScheduler(authorization: string | undefined, secret: string | undefined): Caller {
  if (secret !== undefined && !areSecretsEqual(parseBearerToken(authorization), secret))
    throw new Problem('not_signed_in')
  return { kind: 'scheduler' }
}

function authenticateResearchKey(value: string, expected: string | undefined): Caller {
  if (expected === undefined || expected.length < researchKeyCharsMin) throw new Problem('not_configured')
  if (!areSecretsEqual(value, expected)) throw new Problem('not_signed_in')
  return { kind: 'research_key' }
}

/** The token of an Authorization header. @throws Problem `not_signed_in` when there is none */
export function parseBearerToken(authorization: string | undefined): string {
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization ?? '')
  if (match?.[1] === undefined) throw new Problem('not_signed_in')
  return match[1]
}
