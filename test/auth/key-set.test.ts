import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import t, { type Test } from 'tap'
import { createTokenVerifier } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { movableClock } from '../support/clock.ts'
import { startServer } from '../support/local-server.ts'

const issued = { TOKEN_ISSUER: 'https://issuer.example', TOKEN_AUDIENCE: 'sittings' }
const { privateKey, publicKey } = await generateKeyPair('RS256')
const published = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] }

type Answer = (response: ServerResponse) => void
const keys: Answer = (response) => void response.end(JSON.stringify(published))

/** A verifier of a deployment whose issuer publishes its keys by `answer`. */
async function createVerifier(t: Test, answer: Answer, env: Record<string, string> = {}) {
  const { base } = await startServer(t, (_request, response) => answer(response))
  const verify = await createTokenVerifier(
    loadConfig({ ...issued, ...env, TOKEN_JWKS_URL: `${base}/keys` }),
    async () => 'an id',
  )
  return async (token: string) => await verify(token)
}

type Claims = { kid?: string; subject?: string; notBefore?: number; issuedAt?: number; expires?: number }
const hour = 3_600

/** Instants are seconds from now. */
const signToken = (
  key = privateKey,
  { kid = 'one', subject = 'mara', notBefore = 0, issuedAt = 0, expires = hour }: Claims = {},
  now = Math.floor(Date.now() / 1_000),
) =>
  new SignJWT({ environment: 'development' })
    .setProtectedHeader({ alg: 'RS256', ...(kid !== '' && { kid }) })
    .setSubject(subject)
    .setIssuer(issued.TOKEN_ISSUER)
    .setAudience(issued.TOKEN_AUDIENCE)
    .setNotBefore(now + notBefore)
    .setIssuedAt(now + issuedAt)
    .setExpirationTime(now + expires)
    .sign(key)

/** An issuer's key pair, and its entry in the key set. */
async function newKey(kid: string) {
  const pair = await generateKeyPair('RS256')
  return { key: pair.privateKey, entry: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256' } }
}

t.test('an unreachable key set is no verdict on the token: 503 with Retry-After', async (t) => {
  const failures: Record<string, Answer> = {
    'a failure': (response) => void response.writeHead(500).end(),
    'another page': (response) => void response.end('<html>'),
    'no key set': (response) => void response.end('{"keys":7}'),
    'no answer': (response) => void response.destroy(),
  }
  for (const [name, answer] of Object.entries(failures)) {
    const verify = await createVerifier(t, answer)
    await t.rejects(verify(await signToken()), { code: 'provider_unavailable', status: 503, retryAfter: 1 }, name)
  }
})

t.test('a token whose lifetime is above the maximum is refused, by whichever claims', async (t) => {
  const verify = await createVerifier(t, keys)
  const day = 24 * hour
  t.ok(await verify(await signToken(privateKey, { expires: day })))
  await t.rejects(verify(await signToken(privateKey, { expires: day + 1 })), { code: 'not_signed_in' })
  await t.rejects(verify(await signToken(privateKey, { issuedAt: -hour, expires: day - 60 })), {
    code: 'not_signed_in',
  })
  const issuedLater = { issuedAt: 9 * day, expires: 10 * day }
  await t.rejects(verify(await signToken(privateKey, issuedLater)), { code: 'not_signed_in' }, 'counted from now')
})

t.test('a subject has 300 characters at most', async (t) => {
  const verify = await createVerifier(t, keys)
  t.ok(await verify(await signToken(privateKey, { subject: 'm'.repeat(300) })))
  await t.rejects(verify(await signToken(privateKey, { subject: 'm'.repeat(301) })), { code: 'not_signed_in' })
})

t.test('a fresh token is accepted although its issuer’s clock is a little ahead; an expired one is not', async (t) => {
  const verify = await createVerifier(t, keys)
  const ahead = await signToken(privateKey, { notBefore: 3, issuedAt: 3 })
  t.ok(await verify(ahead))
  t.ok(await verify(ahead), 'remembered')
  await t.rejects(verify(await signToken(privateKey, { notBefore: 60 })), { code: 'not_signed_in' })
  await t.rejects(verify(await signToken(privateKey, { issuedAt: -hour, expires: 0 })), { code: 'not_signed_in' })
})

t.test('a withdrawn key is refused within the configured time', async (t) => {
  const forward = movableClock(t)
  const other = await newKey('two')
  let set: object[] = [...published.keys, other.entry]
  const answer: Answer = (response) => void response.end(JSON.stringify({ keys: set }))
  const verify = await createVerifier(t, answer, { TOKEN_KEY_MAX_AGE_MS: '120000' })
  // The library reads another clock than the one that is advanced.
  const anytime = { notBefore: -hour }
  const remembered = await signToken(privateKey, anytime)
  t.ok(await verify(remembered))
  set = [other.entry]
  forward(30)
  t.ok(await verify(await signToken(privateKey, anytime)), 'the set is not asked for at every token')
  forward(90)
  await t.rejects(verify(remembered), { code: 'not_signed_in' })
  await t.rejects(verify(await signToken(privateKey, anytime)), { code: 'not_signed_in' })
  t.ok(await verify(await signToken(other.key, { kid: 'two', ...anytime })))
})

t.test('a new key is accepted at once; invented key ids cause no load at the issuer', async (t) => {
  const [second, third] = [await newKey('two'), await newKey('three')]
  let set: object[] = published.keys
  let fetches = 0
  const verify = await createVerifier(t, (response) => {
    fetches += 1
    response.end(JSON.stringify({ keys: set }))
  })
  t.ok(await verify(await signToken()))
  set = [...set, second.entry]
  t.ok(await verify(await signToken(second.key, { kid: 'two' })))
  t.equal(fetches, 2)
  set = [...set, third.entry]
  for (const kid of ['x', 'y', 'three'])
    await t.rejects(verify(await signToken(third.key, { kid })), { code: 'not_signed_in' })
  t.equal(fetches, 2, 'until a while has passed')
})

t.test('a token without a key id is verified by each key of its algorithm', async (t) => {
  const second = await newKey('two')
  const set = { keys: [...published.keys, second.entry] }
  const verify = await createVerifier(t, (response) => void response.end(JSON.stringify(set)))
  for (const key of [privateKey, second.key]) t.ok(await verify(await signToken(key, { kid: '' })))
  const stranger = await newKey('none')
  const reason = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'
  await t.rejects(verify(await signToken(stranger.key, { kid: '' })), { code: 'not_signed_in', reason })
  await t.rejects(verify(await signToken(second.key, { kid: '', expires: -1 })), { code: 'not_signed_in' })
})
