import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Providers } from '#src/research/providers/index.ts'
import { findDefects, type Look, openBrowser, openPage } from '../support/browser.ts'
import { createListeningContext } from '../support/listening-context.ts'
import type { TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

/** A service that listens, and the console in a browser of its own. */
export async function openConsole(t: Test, providers: Providers = {}) {
  const context = await createListeningContext(t, {}, providers)
  const browser = await openBrowser(t)
  /** The page of a signed-in user, on a device of its own. */
  const visitAs = async (subject: string, look: Look = {}) => {
    const visit = await openPage(browser, context.base, { ...look, showsRefusals: true })
    await visit.page.goto(`${context.base}/console`)
    await signIn(visit.page, await context.token(subject))
    await visit.page.getByRole('navigation', { name: 'Views of the artist' }).waitFor()
    return visit
  }
  return { ...context, browser, visitAs }
}

export type ConsoleContext = TestContext & Awaited<ReturnType<typeof openConsole>>

export async function signIn(page: Page, token: string) {
  await page.getByLabel('Access token').fill(token)
  await page.keyboard.press('Enter')
}

/** Opens a view of the artist and waits until it has taken the place of the one before and is read. */
export async function goTo(page: Page, { base, artistId }: Pick<ConsoleContext, 'base' | 'artistId'>, view: string) {
  await page.goto(`${base}/console#/${artistId}/${view}`)
  await page.locator(`.views [aria-current][href*='/${view}']`).waitFor({ state: 'attached' })
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
}

/** The element with this role and name, once it has the focus. */
export const waitForFocus = (page: Page, role: 'textbox' | 'button' | 'heading' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name }).and(page.locator(':focus')).waitFor()

/**
 * The view comes to show what its file in `views/` has (roles, names and texts, as a screen reader is given them), and
 * passes the audit. `VIEWS=write` writes the file, whose difference then shows what has changed.
 */
export async function checkView(t: Test, page: Page, name: string) {
  const file = new URL(`views/${name}.yaml`, import.meta.url)
  if (process.env.VIEWS === 'write') {
    await page.waitForTimeout(10_000)
    writeFileSync(file, await readView(page))
  }
  const expected = readFileSync(file, 'utf8')
  // What the service is still at work on comes by itself.
  await pollUntil(async () => (await readView(page)) === expected).catch(() => {})
  t.equal(await readView(page), expected, name)
  t.same(await findDefects(page), [], name)
}

/** Without what differs from run to run: ids, revisions, the service's port, the day and the year. */
const readView = async (page: Page) =>
  (await page.locator('main').ariaSnapshot())
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/[0-9a-f]{64}/g, '<revision>')
    .replaceAll(/Request [\w-]+/g, 'Request <id>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '<host>')
    .replaceAll(/[A-Z][a-z]+ \d{1,2}, 20\d\d/g, '<day>')
    .replaceAll(/(?<=In conversation, )20\d\d/g, '<year>')
