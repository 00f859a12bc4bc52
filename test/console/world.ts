import type { Test } from 'tap'
import type { Providers } from '#src/research/providers/index.ts'
import { newWorld } from '../support/world.ts'
import { chromiumPath, type Look, noChromium, openBrowser, visit } from './browser.ts'

/** Skipped, and counted as such, without a browser. */
export const inBrowser = { skip: chromiumPath() === undefined ? noChromium : false }

/** A world that listens, and the console in a browser of its own. */
export async function openConsole(t: Test, providers: Providers = {}) {
  const world = await newWorld(t, {}, providers)
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser()
  t.teardown(() => browser.close())
  /** The page of a signed-in user of the world. */
  const visitAs = async (subject: string, look: Look = {}) => {
    const token = await world.token(subject)
    return { ...world, base, ...(await visit(browser, base, token, look)) }
  }
  return { ...world, base, browser, visitAs }
}
