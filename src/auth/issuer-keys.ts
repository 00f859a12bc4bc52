import { type CryptoKey, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'

/** Milliseconds between two fetches of the key set caused by an unknown key id. */
const cooldownMs = 30_000

/**
 * The issuer's published keys, fetched again when older than `maxAgeMs` or for an unknown key id. A new key may be
 * published just after a fetch: one extra fetch is made for it, then none until the cooldown is over, so that invented
 * key ids cannot flood the issuer.
 */
export function createIssuerKeySet(url: URL, maxAgeMs: number): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, { cacheMaxAge: maxAgeMs, cooldownDuration: cooldownMs })
  let extraFetchedAt = Number.NEGATIVE_INFINITY
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const isMissing = error instanceof errors.JWKSNoMatchingKey
      if (!isMissing || Date.now() - extraFetchedAt < cooldownMs) throw error
      extraFetchedAt = Date.now()
      await keys.reload()
      return await keys(header, token)
    }
  }
}

/**
 * Verifies a token under the key that signed it. A token without a key id may fit several keys of the set: each is
 * tried.
 * @throws the last failure when no key fits
 */
export async function tryEachKey<T>(
  keys: JWTVerifyGetKey,
  verify: (key: JWTVerifyGetKey | CryptoKey) => Promise<T>,
): Promise<T> {
  try {
    return await verify(keys)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    let failure: unknown = error
    for await (const key of error) {
      try {
        return await verify(key)
      } catch (refused) {
        if (!(refused instanceof errors.JWSSignatureVerificationFailed)) throw refused
        failure = refused
      }
    }
    throw failure
  }
}
