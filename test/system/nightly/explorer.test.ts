import t from 'tap'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { holdSittingByClicking, openReader } from '../../docs/explorer.ts'
import { openBrowser } from '../../support/browser.ts'
import { startBuilt } from '../../support/built.ts'

t.setTimeout(240_000)

t.test('the documentation in a browser', async (t) => {
  const env = { DATA_FOLDER: t.testdir(), EVENT_LOOP_DELAY_MS_MAX: '60000' }
  const service = await startBuilt(env)
  t.teardown(() => service.end('SIGTERM'))
  const browser = await openBrowser(t)
  const claim = { subject: sampleIdentities.claimant, ttlSeconds: 600, environment: 'development' }
  const token = await signLocalToken(loadConfig(env), claim)

  await t.test('Swagger UI: signed in once, a whole sitting by clicking', async (t) => {
    const reader = await openReader(browser, service.base)
    await holdSittingByClicking(reader, token, sampleIdentities.artistId)
    t.same(reader.complaints, [], 'nothing failed in the page, and no other origin was called')
  })
})
