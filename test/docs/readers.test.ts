import t from 'tap'
import { deployedSettings } from '../support/settings.ts'
import { createTestContext } from '../support/test-context.ts'

const parseDirectives = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((one) => [one.split(' ')[0], one.slice(one.indexOf(' ') + 1)]),
  )

const { app } = await createTestContext(t)

t.test('Swagger UI stores a token, and runs only its own files', async (t) => {
  for (const url of ['/docs', '/docs/', '/docs/static/explorer.css']) {
    const page = await app.inject(url)
    t.equal(page.statusCode, 200, url)
    const policy = parseDirectives(page.headers['content-security-policy'])
    t.match(policy, { 'default-src': /^'none'$/, 'script-src': /^'self'$/, 'frame-ancestors': /^'none'$/ }, url)
    t.notMatch(
      page.payload,
      /<script(?![^>]*\ssrc=)|(?:src|href)="(?:https?:)?\/\//,
      'no script in the page, no other host',
    )
  }
  const { payload } = await app.inject('/docs/static/explorer.js')
  t.match(payload, /persistAuthorization: true/)
  t.match(payload, /validatorUrl: null/, 'the document is not sent to a validator')
})

t.test('outside development no page stores a token in the browser’s storage', async (t) => {
  const { app } = await createTestContext(t, {
    ...deployedSettings,
    SERVICE_ENVIRONMENT: 'production',
    CRON_SECRET: 'a-scheduler-secret-for-tests',
  })
  t.match((await app.inject('/docs/static/explorer.js')).payload, /persistAuthorization: false/)
})

t.test('only beside the sample data Swagger UI offers their tokens', async (t) => {
  const readScript = async (settings: Record<string, string | undefined>) => {
    const { app } = await createTestContext(t, settings)
    return (await app.inject('/docs/static/explorer.js')).payload
  }
  t.match(await readScript({ DATABASE_URL: undefined }), /"subject":"mara"/)
  const other = await readScript({ DATABASE_URL: 'postgresql://localhost/other' })
  t.notMatch(other, /subject":/)
})
