import t, { type Test } from 'tap'
import { createCachedVerifier, type VerifiedToken } from '#src/auth/token-cache.ts'

const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** A verifier that counts its calls, for tokens valid for a number of seconds; the test advances the clock. */
function createCountedVerifier(t: Test, { ttlSeconds, cacheSeconds }: { ttlSeconds: number; cacheSeconds: number }) {
  const clock = Date.now
  t.teardown(() => {
    Date.now = clock
  })
  const verifications: string[] = []
  const verify = async (token: string): Promise<VerifiedToken> => {
    verifications.push(token)
    if (token.startsWith('bad')) throw new Error('refused')
    return {
      user: { kind: 'user', subject: token },
      notBeforeSeconds: nowSeconds(),
      expiresSeconds: nowSeconds() + ttlSeconds,
    }
  }
  const forward = (seconds: number) => {
    const before = Date.now
    Date.now = () => before() + seconds * 1_000
  }
  return { verifications, forward, verifyUser: createCachedVerifier(verify, cacheSeconds) }
}

t.test('a token is verified once, each for itself', async (t) => {
  const { verifications, verifyUser } = createCountedVerifier(t, {
    ttlSeconds: 3_600,
    cacheSeconds: Number.POSITIVE_INFINITY,
  })
  for (const token of ['mara', 'ivo', 'mara', 'mara', 'ivo'])
    t.same(await verifyUser(token), { kind: 'user', subject: token })
  t.same(verifications, ['mara', 'ivo'])
})

t.test('a token is verified again from the second in which it expires', async (t) => {
  const { verifications, forward, verifyUser } = createCountedVerifier(t, {
    ttlSeconds: 300,
    cacheSeconds: Number.POSITIVE_INFINITY,
  })
  await verifyUser('mara')
  forward(298)
  await verifyUser('mara')
  t.equal(verifications.length, 1)
  forward(2)
  await verifyUser('mara')
  t.equal(verifications.length, 2)
})

t.test('a token is cached no longer than the setting allows for a withdrawn key', async (t) => {
  const { verifications, forward, verifyUser } = createCountedVerifier(t, { ttlSeconds: 3_600, cacheSeconds: 60 })
  await verifyUser('mara')
  forward(61)
  await verifyUser('mara')
  t.equal(verifications.length, 2)
})

t.test('a clock that is set back extends no token', async (t) => {
  const { verifications, forward, verifyUser } = createCountedVerifier(t, { ttlSeconds: 3_600, cacheSeconds: 60 })
  await verifyUser('mara')
  forward(-30)
  await verifyUser('mara')
  t.equal(verifications.length, 2)
})

t.test('a refusal is not cached', async (t) => {
  const { verifications, verifyUser } = createCountedVerifier(t, { ttlSeconds: 3_600, cacheSeconds: 60 })
  await t.rejects(verifyUser('bad'))
  await t.rejects(verifyUser('bad'))
  t.same(verifications, ['bad', 'bad'])
})

t.test('of very many tokens the oldest are evicted', async (t) => {
  const { verifications, verifyUser } = createCountedVerifier(t, { ttlSeconds: 3_600, cacheSeconds: 3_600 })
  for (let n = 0; n <= 10_000; n += 1) await verifyUser(`token ${n}`)
  await verifyUser('token 10000')
  t.equal(verifications.length, 10_001)
  await verifyUser('token 0')
  t.equal(verifications.length, 10_002)
})
