import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Providers } from '#src/research/providers/index.ts'
import { openBrowser } from '../support/browser.ts'
import { createListeningContext } from '../support/listening-context.ts'
import type { TestContext } from '../support/test-context.ts'

type Look = { width?: number; height?: number; dark?: boolean }
type Visit = { page: Page; device: BrowserContext; complaints: string[] }

/** A service that listens, and the console in a browser of its own. */
export async function openConsole(t: Test, providers: Providers = {}) {
  const context = await createListeningContext(t, {}, providers)
  const browser = await openBrowser(t)
  /** The page of a signed-in user, on a device of its own. */
  const visitAs = async (subject: string, look: Look = {}): Promise<Visit> =>
    await visit(browser, context.base, await context.token(subject), look)
  return { ...context, browser, visitAs }
}

export type ConsoleContext = TestContext & Awaited<ReturnType<typeof openConsole>>

/** `complaints` are errors of the page, refused content and requests to other origins. */
async function visit(browser: Browser, base: string, token: string, look: Look): Promise<Visit> {
  const { width = 1280, height = 900, dark = false } = look
  const colorScheme = dark ? 'dark' : 'light'
  const device = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  const page = await device.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A refused request is the service's response, which the page itself shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(base) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`)
  })
  await page.goto(`${base}/console`)
  await page.getByLabel('Access token').fill(token)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Views of the artist' }).waitFor()
  return { page, device, complaints }
}

/** Opens a view of the artist and waits until it is read. */
export async function goTo(page: Page, { base, artistId }: Pick<ConsoleContext, 'base' | 'artistId'>, view: string) {
  await page.goto(`${base}/console#/${artistId}/${view}`)
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
}

/** The element with this role and name, once it has the focus. */
export const waitForFocus = (page: Page, role: 'textbox' | 'button' | 'heading' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name }).and(page.locator(':focus')).waitFor()

/** Counts the keys that are pressed, so that a story can say how many it took. */
export function countKeys(page: Page) {
  let count = 0
  return {
    press: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
    getCount: () => count,
  }
}
