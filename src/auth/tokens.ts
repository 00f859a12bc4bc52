import {
  type CryptoKey,
  errors,
  importJWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Config, ConfigError } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { User } from './caller.ts'
import { createIssuerKeySet, tryEachKey } from './issuer-keys.ts'
import { createCachedVerifier, type VerifiedToken } from './token-cache.ts'
import { loadLocalKey, localAlgorithm } from './token-key.ts'

/** Asymmetric only: with these pinned, a public key can never be used as an HMAC secret. */
const remoteAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** A real token is about a kilobyte; a longer one is refused before any hashing or parsing. */
const tokenCharsMax = 8192
const tokenForm = /^[A-Za-z0-9\-._~+/]+=*$/

/** Longest time in seconds that a verified token is cached where the issuer may revoke its key. */
const cacheSecondsMax = 60

/** How far the issuer's clock may be ahead: a fresh token is valid at once. */
const clockToleranceSeconds = 5

/**
 * A token with a longer lifetime is refused. The interface says about an hour (section 5); a day is the most that
 * issuers give by default.
 */
const lifetimeSecondsMax = 86_400

export type TokenVerifier = (token: string) => Promise<User>

/** The id of the user that a verified subject is; undefined where it is none. */
type FindUserId = (subject: string) => Promise<string | undefined>

/**
 * Verifies access tokens (interface, section 5): signature, algorithm, issuer, audience, lifetime and environment, and
 * that its user exists. A token that does not fit is a 401; a key set that cannot be fetched is a 503, because it says
 * nothing about the token.
 */
export async function createTokenVerifier(config: Config, findUserId: FindUserId): Promise<TokenVerifier> {
  const { issuer, audience, jwksUrl } = config.token
  const { keys, cacheSeconds } = await loadKeys(config)
  const options = {
    issuer,
    audience,
    algorithms: jwksUrl === undefined ? [localAlgorithm] : remoteAlgorithms,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: clockToleranceSeconds,
  }
  const verify = async (token: string): Promise<VerifiedToken> => {
    const payload = await tryEachKey(keys, (key) => verifyPayload(token, key, options)).catch((error: unknown) => {
      throw toRefusal(error)
    })
    const { sub, exp = Number.NaN, nbf = 0 } = payload
    if (payload.environment !== config.environment) {
      throw new Problem('not_signed_in', { reason: 'token_of_another_environment' })
    }
    if (!isTimely(payload)) throw new Problem('not_signed_in', { reason: 'token_lifetime' })
    if (!isSubject(sub)) throw new Problem('not_signed_in', { reason: 'token_subject' })
    const id = await findUserId(sub)
    if (id === undefined) throw new Problem('not_signed_in', { reason: 'unknown_user' })
    const user = { kind: 'user', subject: sub, id } as const
    return { user, notBeforeSeconds: nbf - clockToleranceSeconds, expiresSeconds: exp }
  }
  const cached = createCachedVerifier(verify, cacheSeconds)
  return async (token) => {
    if (token.length > tokenCharsMax || !tokenForm.test(token)) throw new Problem('not_signed_in')
    return await cached(token)
  }
}

/** The issuer's keys, or the local one, which is never revoked; and how long a verified token may be cached. */
async function loadKeys({
  dataFolder,
  token: { jwksUrl, keyMsMax },
}: Config): Promise<{ keys: JWTVerifyGetKey; cacheSeconds: number }> {
  if (jwksUrl === undefined) {
    const { d: _private, ...publicPart } = await loadLocalKey(dataFolder)
    const publicKey = await importJWK(publicPart, localAlgorithm)
    return { keys: async () => publicKey, cacheSeconds: Number.POSITIVE_INFINITY }
  }
  // Both add up to `keyMsMax`: a token may be verified at the end of its key set's age and is cached from then on.
  const cacheSeconds = Math.min(cacheSecondsMax, Math.floor(keyMsMax / 2_000))
  return { keys: createIssuerKeySet(new URL(jwksUrl), keyMsMax - cacheSeconds * 1_000), cacheSeconds }
}

/** The library overloads `jwtVerify` for either kind of key and for no union. */
const verifyPayload = async (
  token: string,
  key: JWTVerifyGetKey | CryptoKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> =>
  (await (typeof key === 'function' ? jwtVerify(token, key, options) : jwtVerify(token, key, options))).payload

/**
 * Whether a token is valid now and its lifetime within the limit. The tolerance covers an issuer whose clock is ahead;
 * an expired token has to be replaced (interface, section 5).
 */
function isTimely({ exp = Number.NaN, iat = Number.NaN }: JWTPayload): boolean {
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const lifetimeSeconds = exp - Math.min(iat, nowSeconds)
  return exp > nowSeconds && lifetimeSeconds <= lifetimeSecondsMax
}

const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 300 && sub.isWellFormed() && !sub.includes('\u0000')

function toRefusal(error: unknown): Problem {
  if (isKeySetError(error)) return new Problem('provider_unavailable', { cause: error })
  // Which claim does not fit, by its name and not by its value: of a new deployment it is the issuer or the audience.
  const claim = error instanceof errors.JWTClaimValidationFailed ? `:${error.claim}` : ''
  return new Problem('not_signed_in', error instanceof errors.JOSEError ? { reason: `${error.code}${claim}` } : {})
}

/** The library has no error class for a key set response that is a failure or no JSON. */
const isKeySetError = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code

/**
 * Signs a token with the local development key.
 * @throws ConfigError where an issuer is configured
 */
export async function signLocalToken(
  config: Config,
  { subject, ttlSeconds, environment }: { subject: string; ttlSeconds: number; environment: string },
): Promise<string> {
  if (config.token.jwksUrl !== undefined) {
    throw new ConfigError('TOKEN_JWKS_URL', 'is set: this deployment takes tokens from its own issuer and signs none')
  }
  const privateKey = await importJWK(await loadLocalKey(config.dataFolder), localAlgorithm)
  const nowSeconds = Math.floor(Date.now() / 1_000)
  return new SignJWT({ environment })
    .setProtectedHeader({ alg: localAlgorithm, typ: 'JWT' })
    .setSubject(subject)
    .setIssuer(config.token.issuer)
    .setAudience(config.token.audience)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + ttlSeconds)
    .sign(privateKey)
}
