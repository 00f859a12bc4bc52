import { hash } from 'node:crypto'
import type { User } from './caller.ts'
import { type MaybePromise, mapMaybePromise } from './maybe-promise.ts'

/** What a verified token says, with the seconds of the clock between which it may say so. */
export type VerifiedToken = { user: User; notBefore: number; expires: number }

/** Tokens remembered at most: a few megabytes. */
const rememberedMax = 10_000

/**
 * Remembers whose token it is once everything about it was verified: to check a signature takes longer than all the
 * rest of a short read. It is known by its digest, so that no credential is kept but the last one of an open
 * connection, and until it expires or `forgottenAfter` seconds are over, by which a key that its issuer has taken back
 * counts for longer. What the caller may do is not remembered: that is asked by the statement that acts.
 */
export function createCachedVerifier(
  verify: (token: string) => Promise<VerifiedToken>,
  forgottenAfter: number,
): (token: string, connection: object) => MaybePromise<User> {
  const remembered = new Map<string, VerifiedToken>()

  async function known(token: string, now: number): Promise<VerifiedToken> {
    const digest = hash('sha256', token, 'base64')
    const found = remembered.get(digest)
    if (found !== undefined && holds(found, now)) return found
    remembered.delete(digest)
    const { user, notBefore, expires } = await verify(token)
    const [oldest] = remembered.size >= rememberedMax ? remembered.keys() : []
    if (oldest !== undefined) remembered.delete(oldest)
    // A clock that is put back must not make it longer.
    const verified = {
      user,
      notBefore: Math.max(notBefore, now),
      expires: Math.min(expires, now + forgottenAfter),
    }
    remembered.set(digest, verified)
    return verified
  }

  /** What a connection was told last is compared as it is: to digest it takes twenty times as long. */
  const lastOf = new WeakMap<object, { token: string; verified: VerifiedToken }>()

  return (token, connection) => {
    const now = Math.floor(Date.now() / 1_000)
    const last = lastOf.get(connection)
    if (last?.token === token && holds(last.verified, now)) return last.verified.user
    return mapMaybePromise(known(token, now), (verified) => {
      lastOf.set(connection, { token, verified })
      return verified.user
    })
  }
}

const holds = ({ notBefore, expires }: VerifiedToken, now: number) => notBefore <= now && now < expires
