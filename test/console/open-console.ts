import type { Test } from 'tap'
import type { Providers } from '#src/research/providers/index.ts'
import { createTestContext } from '../support/test-context.ts'
import { findChromium, type Look, noChromium, openBrowser, visit } from './browser.ts'

/** Skipped, and counted as such, without a browser. */
export const inBrowser = { skip: findChromium() === undefined ? noChromium : false }

/** A service that listens, and the console in a browser of its own. */
export async function openConsole(t: Test, providers: Providers = {}) {
  const context = await createTestContext(t, {}, providers)
  const base = await context.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser()
  t.teardown(() => browser.close())
  /** The page of a signed-in user. */
  const visitAs = async (subject: string, look: Look = {}) => {
    const token = await context.token(subject)
    return { ...context, base, ...(await visit(browser, base, token, look)) }
  }
  return { ...context, base, browser, visitAs }
}
