import { type CryptoKey, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import { type Config, ConfigError } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { User } from './caller.ts'
import type { Soon } from './maybe-promise.ts'
import { rememberVerified, type Verified } from './token-cache.ts'
import { localAlgorithm, localKey } from './token-key.ts'

/** Asymmetric only: with these pinned, a public key can never be mistaken for a shared secret. */
const remoteAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** A real token is about a kilobyte; hashing or parsing megabytes for a stranger is refused unread. */
const tokenLengthMax = 8192

/**
 * Seconds for which a verified token is remembered whose key the issuer may take back; the local key is never taken back. The key set itself
 * is read again after ten minutes, or for a key that is not in it, so that a short outage of the issuer is nobody's.
 */
const rememberedSeconds = 60

/** `connection` is what the token came over. A refusal may be thrown at once. */
export type TokenVerifier = (token: string, connection: object) => Soon<User>

/**
 * Verifies access tokens (interface, section 5): signature, algorithm, issuer, audience, lifetime and environment.
 * Any token that does not fit is a 401; a key set that cannot be fetched is a 503, for it says nothing about the token.
 */
export async function tokenVerifier(config: Config): Promise<TokenVerifier> {
  const { issuer, audience, jwksUrl } = config.token
  const key: JWTVerifyGetKey | CryptoKey =
    jwksUrl === undefined ? (await localKey(config.dataFolder)).publicKey : createRemoteJWKSet(new URL(jwksUrl))
  const options = {
    issuer,
    audience,
    algorithms: jwksUrl === undefined ? [localAlgorithm] : remoteAlgorithms,
    requiredClaims: ['sub', 'exp', 'iat'],
  }
  const verify = async (token: string): Promise<Verified> => {
    const { payload } = await (typeof key === 'function'
      ? jwtVerify(token, key, options)
      : jwtVerify(token, key, options)
    ).catch((error: unknown) => {
      throw refusalOf(error)
    })
    // JSON can write a number that is beyond all numbers; such a token would never expire.
    const { exp = Number.NaN, nbf = 0 } = payload
    if (!Number.isFinite(exp)) throw new Problem('not_signed_in')
    if (payload.environment !== config.environment || !isSubject(payload.sub)) throw new Problem('not_signed_in')
    return { user: { kind: 'user', subject: payload.sub }, notBefore: nbf, expires: exp }
  }
  const remembering = rememberVerified(verify, jwksUrl === undefined ? Number.POSITIVE_INFINITY : rememberedSeconds)
  return (token, connection) => {
    if (token.length > tokenLengthMax) throw new Problem('not_signed_in')
    return remembering(token, connection)
  }
}

const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 300 && sub.isWellFormed() && !sub.includes('\u0000')

function refusalOf(error: unknown): Problem {
  return isOfKeySet(error) ? new Problem('provider_unavailable', { cause: error }) : new Problem('not_signed_in')
}

/** The library has no class of its own for a key set that answers with a failure or with something else than JSON. */
const isOfKeySet = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code

/** Signs a token with the local development key; `ttl` in seconds. Refuses where tokens come from elsewhere. */
export async function signLocalToken(
  config: Config,
  { subject, ttl, environment }: { subject: string; ttl: number; environment: string },
): Promise<string> {
  if (config.token.jwksUrl !== undefined) {
    throw new ConfigError('TOKEN_JWKS_URL', 'is set: this deployment takes tokens from its own issuer and signs none')
  }
  const { privateKey } = await localKey(config.dataFolder)
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ environment })
    .setProtectedHeader({ alg: localAlgorithm, typ: 'JWT' })
    .setSubject(subject)
    .setIssuer(config.token.issuer)
    .setAudience(config.token.audience)
    .setIssuedAt(now)
    .setExpirationTime(now + ttl)
    .sign(privateKey)
}
