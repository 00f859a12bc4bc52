import { type Config, researchKeyCharsMin } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Caller } from './caller.ts'
import { areSecretsEqual } from './secrets.ts'
import type { TokenVerifier } from './tokens.ts'

type Credentials = { authorization: string | undefined; researchKey: string | undefined }
type Identify = (credentials: Credentials) => Promise<Caller>

/**
 * Authenticates by the contract's `security` (interface, section 5): where a research key is admitted and sent, it
 * alone decides. Runs before a body is read.
 * @throws Problem `not_signed_in`, or `not_configured` for a research key
 */
export function createAuthenticator(operation: Operation, config: Config, verify: TokenVerifier): Identify {
  const schemes = new Set(operation.security.flatMap((requirement) => Object.keys(requirement)))
  if (schemes.size === 0) return async () => ({ kind: 'anonymous' })
  if (schemes.has('schedulerSecret'))
    return async ({ authorization }) => authenticateScheduler(authorization, config.cronSecret)
  return async ({ authorization, researchKey }) => {
    if (schemes.has('researchKey') && researchKey !== undefined)
      return authenticateResearchKey(researchKey, config.researchKey)
    return await verify(parseBearerToken(authorization))
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

/** The token of an Authorization header, or a secret, which may have other characters than a token. */
export const findBearerToken = (authorization = ''): string | undefined => /^Bearer +(.+)$/i.exec(authorization)?.[1]

/** @throws Problem `not_signed_in` when there is none */
function parseBearerToken(authorization: string | undefined): string {
  const token = findBearerToken(authorization)
  if (token === undefined) throw new Problem('not_signed_in', { reason: 'no_token' })
  return token
}
