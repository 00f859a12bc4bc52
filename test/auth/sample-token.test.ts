import t from 'tap'
import { buildApp } from '#src/app.ts'
import { hasSampleData } from '#src/config/sample-data.ts'
import { createTestContext } from '../support/test-context.ts'

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
  t.equal(hasSampleData(config), true)
  t.ok(app.hasRoute({ method: 'POST', url: '/development/tokens/:subject' }))
  const elsewhere = [
    { ...config, environment: 'production' as const },
    { ...config, environment: 'staging' as const },
    { ...config, databaseUrl: 'postgres://localhost/other' },
    { ...config, token: { ...config.token, jwksUrl: 'https://issuer.example/keys' } },
  ]
  for (const settings of elsewhere) {
    const other = await buildApp(settings, app.resources, async () => ({}) as never)
    t.teardown(() => other.close())
    const answer = await other.inject({ method: 'POST', url, headers: { host } })
    t.equal(answer.statusCode, 404, `${settings.environment} ${settings.databaseUrl} ${settings.token.jwksUrl}`)
  }
})
