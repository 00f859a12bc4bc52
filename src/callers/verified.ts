import { hash } from 'node:crypto'
import type { User } from './caller.ts'

/** What a verified token says, with the seconds of the clock between which it may say so. */
export type Verified = { user: User; notBefore: number; expires: number }

/** Tokens remembered at most: a few megabytes. */
const rememberedMax = 10_000

/**
 * Remembers whose token it is once everything about it was verified: to check a signature takes longer than all the rest of a short read. It is
 * known by its digest, so that no credential is kept, and until it expires or `forgottenAfter` seconds are over, by which a key that
 * its issuer has taken back counts for longer. What the caller may do is not remembered: that is asked by the statement that acts.
 */
export function rememberVerified(
  verify: (token: string) => Promise<Verified>,
  forgottenAfter: number,
): (token: string) => Promise<User> {
  const remembered = new Map<string, Verified>()
  return async (token) => {
    const digest = hash('sha256', token, 'base64')
    const known = remembered.get(digest)
    const now = Math.floor(Date.now() / 1_000)
    if (known !== undefined && known.notBefore <= now && now < known.expires) return known.user
    remembered.delete(digest)
    const { user, notBefore, expires } = await verify(token)
    const [oldest] = remembered.size >= rememberedMax ? remembered.keys() : []
    if (oldest !== undefined) remembered.delete(oldest)
    // A clock that is put back must not make it longer.
    remembered.set(digest, {
      user,
      notBefore: Math.max(notBefore, now),
      expires: Math.min(expires, now + forgottenAfter),
    })
    return user
  }
}
