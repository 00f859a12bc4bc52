import t, { type Test } from 'tap'
import { removeUser } from '#src/admin/users.ts'
import { createCachedVerifier, type VerifiedToken } from '#src/auth/token-cache.ts'
import { loadConfig } from '#src/config.ts'
import { movableClock } from '../support/clock.ts'
import { addUser, createTestContext, openApp } from '../support/test-context.ts'

const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** A verifier that counts its calls, for tokens valid for a number of seconds; the test advances the clock. */
function createCountedVerifier(t: Test, { ttlSeconds, cacheSeconds }: { ttlSeconds: number; cacheSeconds: number }) {
  const forward = movableClock(t)
  const verifications: string[] = []
  const verify = async (token: string): Promise<VerifiedToken> => {
    verifications.push(token)
    return {
      user: { kind: 'user', subject: token },
      notBeforeSeconds: nowSeconds(),
      expiresSeconds: nowSeconds() + ttlSeconds,
    }
  }
  return { verifications, forward, verifyUser: createCachedVerifier(verify, cacheSeconds) }
}

t.test('a token is verified again once it expires, is too old to be kept, or a clock is set back', async (t) => {
  for (const [ttlSeconds, cacheSeconds, fresh, stale] of [
    [300, Number.POSITIVE_INFINITY, 298, 2],
    [3_600, 60, 58, 2],
    [3_600, 60, 0, -30],
  ] as const) {
    const { verifications, forward, verifyUser } = createCountedVerifier(t, { ttlSeconds, cacheSeconds })
    await verifyUser('mara')
    forward(fresh)
    await verifyUser('mara')
    t.equal(verifications.length, 1)
    forward(stale)
    await verifyUser('mara')
    t.equal(verifications.length, 2)
  }
})

t.test('of very many tokens the oldest are evicted', async (t) => {
  const { verifications, forward, verifyUser } = createCountedVerifier(t, { ttlSeconds: 3_600, cacheSeconds: 3_600 })
  for (let n = 0; n <= 10_000; n += 1) await verifyUser(`token ${n}`)
  await verifyUser('token 10000')
  t.equal(verifications.length, 10_001)
  await verifyUser('token 0')
  t.equal(verifications.length, 10_002)
  forward(3_600)
  for (const token of ['token 3', 'another', 'one more', 'token 3']) await verifyUser(token)
  t.equal(verifications.length, 10_005, 'one that is verified again is the newest')
})

t.test('a valid token of an unknown subject is refused before the request is parsed', async (t) => {
  const context = await createTestContext(t)
  const path = `/api/artist/${context.artistId}/interview/session`
  const asUnknown = (body: unknown) => context.call('unknown', 'POST', path, body)
  t.equal((await asUnknown('{')).status, 401, 'no JSON')
  t.equal((await asUnknown({ surprise: 1 })).status, 401, 'no fitting body')
  t.equal((await asUnknown(`"${'x'.repeat(100_000)}"`)).status, 401, 'a body that is too large')
  t.equal((await context.call('unknown', 'GET', path.replace(context.artistId, 'no-uuid'))).status, 401, 'no artist id')
  await addUser(context.db, 'unknown', {})
  t.equal((await asUnknown('{')).status, 400, 'and admitted at once after the subject became a user')
})

const url = '/development/tokens/mara'
const host = 'localhost:8080'

t.test('a page of this machine gets a token of each sample user, and of no other', async (t) => {
  const { app } = await createTestContext(t, { DATABASE_URL: undefined })
  for (const name of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost']) {
    const answer = await app.inject({ method: 'POST', url, headers: { host: name, origin: `http://${name}` } })
    t.equal(answer.statusCode, 200, name)
    t.equal(answer.headers['cache-control'], 'no-store')
  }
  for (const subject of ['mara', 'editor', 'nell', 'zoe']) {
    const answer = await app.inject({ method: 'POST', url: `/development/tokens/${subject}`, headers: { host } })
    const [, payload = ''] = answer.json().token.split('.')
    const { sub, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    t.same({ sub, lifetime: exp - iat }, { sub: subject, lifetime: 3_600 })
  }
  for (const subject of ['owner', 'admin', 'MARA', '%00']) {
    const answer = await app.inject({ method: 'POST', url: `/development/tokens/${subject}`, headers: { host } })
    t.equal(answer.statusCode, 404, subject)
    t.match(answer.json(), { code: 'not_found', error: 'The sample users are mara, ' })
  }
})

t.test('a foreign Host, a foreign Origin and another machine get no sample token', async (t) => {
  const { app } = await createTestContext(t, { DATABASE_URL: undefined })
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await app.inject({ method: 'POST', url, headers: { host, ...headers }, remoteAddress })).statusCode
  t.equal(await ask({}), 200)
  for (const foreign of ['evil.example', 'localhost.evil.example', '10.0.0.1', '127.0.0.1.nip.io']) {
    t.equal(await ask({ host: foreign }), 404, `Host ${foreign}`)
    t.equal(await ask({ host: foreign, origin: `http://${foreign}` }), 404, `Host and Origin ${foreign}`)
  }
  for (const origin of ['http://evil.example', 'null', 'http://localhost:9999', 'https://localhost:8080', '']) {
    t.equal(await ask({ origin }), 404, `Origin ${origin}`)
  }
  t.equal(await ask({ 'x-forwarded-for': '127.0.0.1' }, '10.0.0.7'), 404)
})

t.test('the sample token exists only in development, on the embedded database, with the local key', async (t) => {
  const { app, config } = await createTestContext(t, { DATABASE_URL: undefined })
  t.equal(config.hasSampleData, true)
  t.ok(app.hasRoute({ method: 'POST', url: '/development/tokens/:subject' }))
  const ownDatabase = { DATABASE_URL: 'postgres://localhost/other' }
  const ownIssuer = { TOKEN_JWKS_URL: 'https://issuer.example/keys' }
  const deployed = { ...ownDatabase, ...ownIssuer, TOKEN_ISSUER: 'i', TOKEN_AUDIENCE: 'a' }
  const elsewhere = [
    { SERVICE_ENVIRONMENT: 'production', ...deployed },
    { SERVICE_ENVIRONMENT: 'staging', ...deployed },
    ownDatabase,
    ownIssuer,
  ]
  for (const env of elsewhere) {
    const settings = loadConfig({ LOG_LEVEL: 'silent', ...env })
    const other = await openApp(t, settings, app.resources)
    const answer = await other.inject({ method: 'POST', url, headers: { host } })
    t.equal(answer.statusCode, 404, `${settings.environment} ${settings.databaseUrl} ${settings.token.jwksUrl}`)
  }
})

t.test('a removed user is not signed in, where the token was verified before as well', async (t) => {
  const { db, call, artistId } = await createTestContext(t)
  const read = () => call('stranger', 'GET', `/api/artist/${artistId}/interview/session`)
  t.match(await read(), { status: 403, body: { code: 'not_your_artist' } })
  await removeUser(db, { subject: 'stranger', because: 'Has left.' })
  t.match(await read(), { status: 401, body: { code: 'not_signed_in' } })
})
