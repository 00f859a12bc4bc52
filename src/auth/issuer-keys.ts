import { type CryptoKey, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'

/** Milliseconds between two fetches of the key set on account of a key that is not in it. */
const cooldownMs = 30_000

/**
 * The keys that the issuer publishes, fetched again once they are older than `maxAgeMs`, or for a key that is not among
 * them. A new key may appear just after a fetch: one more is made for it, and then none until the cooldown is over, so
 * that made-up key ids cost the issuer nothing.
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
 * What `verify` makes of the token under the key that signed it. A token that names no key may fit several of the set:
 * each is tried.
 * @throws the last failure where none of them has signed it
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
