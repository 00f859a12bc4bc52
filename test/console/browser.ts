import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** Paths of a Chromium; the first is for an installation elsewhere. */
const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const findChromium = (): string | undefined => places.find((path) => path !== undefined && existsSync(path))

/** The reason where a browser test is skipped. */
export const noChromium = 'no Chromium on this machine; CHROMIUM names one'

/** A headless Chromium that can reach only the given address. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(noChromium)
  return await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export type Visit = { page: Page; context: BrowserContext; complaints: string[] }
export type Look = { width?: number; height?: number; dark?: boolean }

/**
 * The console as a signed-in user opens it. `complaints` are errors of the page, refused content and requests to other
 * origins.
 */
export async function visit(browser: Browser, base: string, token: string | null, look: Look = {}): Promise<Visit> {
  const { width = 1280, height = 900, dark = false } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A refused request is the service's response, which the page itself shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(base) && !url.startsWith('data:')) complaints.push(`asked ${url}`)
  })
  await page.goto(`${base}/console`)
  if (token !== null) {
    await page.getByLabel('Access token').fill(token)
    await page.keyboard.press('Enter')
  }
  return { page, context, complaints }
}
