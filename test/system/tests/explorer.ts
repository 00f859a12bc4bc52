import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { findChromium, noChromium, openBrowser } from '../../console/browser.ts'
import { holdSittingByClicking, openReader } from '../../docs/explorer.ts'
import { startService } from '../../support/service.ts'
import type { SystemTest } from '../result.ts'

/**
 * The documentation in a real browser, before a service as `npm start` runs it: one sign-in, and a sitting by
 * clicking with the contract's examples. The page may neither fail nor call another origin. Without a browser the short
 * form says so and the long one fails; with one, test/docs plays the same, and the short form only reads.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const env = { DATA_FOLDER: mkdtempSync(join(environment.folder, 'explorer-')), EVENT_LOOP_DELAY_MS_MAX: '60000' }
  const service = await startService(env, environment.program)
  environment.teardown(() => service.end('SIGTERM'))
  const pages = ['/docs', '/docs/static/swagger-ui-bundle.js', '/openapi.json']
  const statuses = await Promise.all(pages.map(async (path) => (await fetch(`${service.base}${path}`)).status))
  const served = statuses.every((status) => status === 200)
  const pagesServed = `${pages.length} pages served with ${[...new Set(statuses)].join(', ')}`
  if (short || findChromium() === undefined) {
    const seen =
      findChromium() === undefined ? `not seen in a browser: ${noChromium}` : 'seen in a browser by test/docs'
    return { passed: short && served, summary: `${pagesServed}; ${seen}` }
  }
  const browser = await openBrowser()
  environment.teardown(() => browser.close())
  const claim = { subject: sampleIdentities.claimant, ttlSeconds: 3_600, environment: 'development' }
  const token = await signLocalToken(loadConfig(env), claim)
  const wrong: string[] = []
  const reader = await openReader(browser, service.base)
  await holdSittingByClicking(reader, token, sampleIdentities.artistId).then(
    () => environment.log('a sitting by clicking: as it should be'),
    (error) => wrong.push(String(error)),
  )
  wrong.push(...reader.complaints)
  for (const words of wrong.slice(0, 5)) environment.log(words)
  return {
    passed: served && wrong.length === 0,
    summary: `${pagesServed}; a sitting in Chromium, ${wrong.length} defects`,
  }
}
