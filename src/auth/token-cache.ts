import { hash } from 'node:crypto'
import type { User } from './caller.ts'

/** A verified token's user, and from when until when it is valid, in seconds since 1970. */
export type VerifiedToken = { user: User; notBeforeSeconds: number; expiresSeconds: number }

/** Cached tokens: a few megabytes. */
const entriesMax = 10_000

/**
 * Caches verified tokens, since checking a signature takes longer than the rest of a short read. The key is the token's
 * digest: no credential is kept. An entry lives until the token expires, or for `cacheSeconds` seconds: the longest
 * time for which a revoked key stays effective. Permissions are not cached: each statement reads them, and so finds
 * that a user was removed. A refusal is not either, since the user may be added later.
 */
export function createCachedVerifier(
  verify: (token: string) => Promise<VerifiedToken>,
  cacheSeconds: number,
): (token: string) => Promise<User> {
  const entries = new Map<string, VerifiedToken>()

  return async (token) => {
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const digest = hash('sha256', token, 'base64')
    const found = entries.get(digest)
    if (found !== undefined && isValidAt(nowSeconds, found)) return found.user
    entries.delete(digest)
    const { user, notBeforeSeconds, expiresSeconds } = await verify(token)
    const [oldest] = entries.size >= entriesMax ? entries.keys() : []
    if (oldest !== undefined) entries.delete(oldest)
    // If the clock is set back, the entry must not live longer.
    const verified = {
      user,
      notBeforeSeconds: Math.max(notBeforeSeconds, nowSeconds),
      expiresSeconds: Math.min(expiresSeconds, nowSeconds + cacheSeconds),
    }
    entries.set(digest, verified)
    return user
  }
}

const isValidAt = (nowSeconds: number, { notBeforeSeconds, expiresSeconds }: VerifiedToken) =>
  notBeforeSeconds <= nowSeconds && nowSeconds < expiresSeconds
