import { ConfigError, type EnvReader, refuseMissing } from './env.ts'

/**
 * Who issues access tokens, and what the service accepts of them. Each environment issues for its own API only
 * (interface, section 5), so nothing outside development may fall back to a default that another deployment shares.
 */
export function readToken(read: EnvReader, environment: string) {
  const jwksUrl = read.url('TOKEN_JWKS_URL', ['https:', 'http:'])
  if (jwksUrl !== undefined && !isUntampered(jwksUrl)) {
    throw new ConfigError('TOKEN_JWKS_URL', 'must start with https:// unless it names this very machine')
  }
  const issuer = read.text('TOKEN_ISSUER')
  const audience = read.text('TOKEN_AUDIENCE')
  const bounds = {
    /**
     * A token with a longer lifetime is refused. The interface says about an hour; a day is the most that issuers give
     * by default.
     */
    lifetimeMsMax: read.integer('TOKEN_LIFETIME_MAX_MS', { min: 60_000, max: 31_536_000_000, otherwise: 86_400_000 }),
    /**
     * A key that the issuer has revoked is trusted at most this long, both in the cached key set and by a cached token.
     */
    keyMsMax: read.integer('TOKEN_KEY_MAX_AGE_MS', { min: 2_000, max: 3_600_000, otherwise: 300_000 }),
    /** How far the issuer's clock may be ahead: a fresh token is valid at once. */
    clockToleranceMs: read.integer('TOKEN_CLOCK_TOLERANCE_MS', { min: 0, max: 60_000, otherwise: 5_000 }),
  }
  if (environment === 'development') {
    return {
      issuer: issuer ?? 'sittings-development',
      audience: audience ?? 'sittings:development',
      jwksUrl,
      ...bounds,
    }
  }
  return {
    issuer: issuer ?? refuseMissing('TOKEN_ISSUER', environment),
    audience: audience ?? refuseMissing('TOKEN_AUDIENCE', environment),
    jwksUrl: jwksUrl ?? refuseMissing('TOKEN_JWKS_URL', environment),
    ...bounds,
  }
}

/** Who can change the keys on their way can sign any token. */
const isUntampered = (url: string) => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/.test(url)
