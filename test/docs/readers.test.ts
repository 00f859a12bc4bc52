import { createHash } from 'node:crypto'
import t from 'tap'
import { document } from '#src/contract/document.ts'
import { newWorld } from '../support/world.ts'

const directivesOf = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((one) => [one.split(' ')[0], one.slice(one.indexOf(' ') + 1)]),
  )

const { app } = await newWorld(t)

t.test('Swagger UI stores a token, and runs only its own files', async (t) => {
  for (const url of ['/docs', '/docs/', '/docs/static/index.css']) {
    const page = await app.inject(url)
    t.equal(page.statusCode, 200, url)
    const policy = directivesOf(page.headers['content-security-policy'])
    t.match(policy, { 'default-src': /^'none'$/, 'script-src': /^'self'$/, 'frame-ancestors': /^'none'$/ }, url)
    t.notMatch(
      page.payload,
      /<script(?![^>]*\ssrc=)|(?:src|href)="(?:https?:)?\/\//,
      'no script in the page, no other host',
    )
  }
  const { payload } = await app.inject('/docs/static/swagger-initializer.js')
  t.match(payload, /"persistAuthorization":true/)
  t.match(payload, /validatorUrl: null/, 'the document is not sent to a validator')
})

t.test('outside development no page stores a token in the browser’s storage', async (t) => {
  const { app } = await newWorld(t, {
    SERVICE_ENVIRONMENT: 'production',
    DATABASE_URL: 'postgresql://db.example/sittings',
    TOKEN_ISSUER: 'https://issuer.example',
    TOKEN_AUDIENCE: 'sittings:production',
    TOKEN_JWKS_URL: 'https://issuer.example/keys',
    CRON_SECRET: 'a-scheduler-secret-for-tests',
  })
  t.match((await app.inject('/docs/static/swagger-initializer.js')).payload, /"persistAuthorization":false/)
  t.match((await app.inject('/reference')).payload, /"persistAuth": false/)
})

t.test('Scalar is served by the service itself, under a policy that names its one script by its hash', async (t) => {
  const [page, again] = await Promise.all([app.inject('/reference'), app.inject('/reference')])
  t.equal(page.statusCode, 200)
  t.equal(page.payload, again.payload)
  const policy = directivesOf(page.headers['content-security-policy'])
  const inline = [...page.payload.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  t.equal(inline.length, 1)
  const hashes = inline.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  t.equal(policy['script-src'], ["'self'", ...hashes].join(' '))
  t.match(policy, { 'default-src': /^'none'$/, 'connect-src': /^'self'$/, 'base-uri': /^'none'$/ })
  t.match(page.payload, /"url": "\/openapi\.json"/, 'the contract as it is served')
  t.match(page.payload, /"persistAuth": true/)
  t.match(page.payload, `<title>Sittings ${document.info.version}</title>`)
  t.notMatch(page.payload, /(?:src|href)="(?:https?:)?\/\//, 'no other host')

  const [address] = [...page.payload.matchAll(/<script src="([^"]+)"/g)].map(([, at = '']) => at)
  const script = await app.inject(address ?? '')
  t.equal(script.statusCode, 200)
  t.match(script.headers, { 'content-type': /^text\/javascript/, 'x-content-type-options': 'nosniff' })
  t.ok(script.rawPayload.length > 1_000_000)
  const known = await app.inject({ url: address ?? '', headers: { 'if-none-match': String(script.headers.etag) } })
  t.equal(known.statusCode, 304)
  t.equal(known.payload, '')
  t.match(await app.inject('/reference/'), { statusCode: 308, headers: { location: '/reference' } })
})
