import { hash } from 'node:crypto'
import type { User } from './caller.ts'
import { type MaybePromise, mapMaybePromise } from './maybe-promise.ts'

/** A verified token's user, and the interval in seconds in which the token is valid. */
export type VerifiedToken = { user: User; notBefore: number; expires: number }

/** Cached tokens: a few megabytes. */
const entriesMax = 10_000

/**
 * Caches verified tokens, since checking a signature takes longer than the rest of a short read. The key is the token's
 * digest: no credential is kept except the last of each open connection. An entry lives until the token expires, or
 * for `secondsMax` seconds: the longest time for which a revoked key stays effective. Permissions are not cached.
 */
export function createCachedVerifier(
  verify: (token: string) => Promise<VerifiedToken>,
  secondsMax: number,
): (token: string, connection: object) => MaybePromise<User> {
  const entries = new Map<string, VerifiedToken>()

  async function known(token: string, now: number): Promise<VerifiedToken> {
    const digest = hash('sha256', token, 'base64')
    const found = entries.get(digest)
    if (found !== undefined && holds(found, now)) return found
    entries.delete(digest)
    const { user, notBefore, expires } = await verify(token)
    const [oldest] = entries.size >= entriesMax ? entries.keys() : []
    if (oldest !== undefined) entries.delete(oldest)
    // If the clock is set back, the entry must not live longer.
    const verified = {
      user,
      notBefore: Math.max(notBefore, now),
      expires: Math.min(expires, now + secondsMax),
    }
    entries.set(digest, verified)
    return verified
  }

  /**
   * The last token of a connection is compared directly: computing its digest takes twenty times as long. A WeakMap,
   * because Node owns the connection and drops it.
   */
  const lastByConnection = new WeakMap<object, { token: string; verified: VerifiedToken }>()

  return (token, connection) => {
    const now = Math.floor(Date.now() / 1_000)
    const last = lastByConnection.get(connection)
    if (last?.token === token && holds(last.verified, now)) return last.verified.user
    return mapMaybePromise(known(token, now), (verified) => {
      lastByConnection.set(connection, { token, verified })
      return verified.user
    })
  }
}

const holds = ({ notBefore, expires }: VerifiedToken, now: number) => notBefore <= now && now < expires
