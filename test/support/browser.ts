import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import wholeProcess from 'tap'

const tools = fileURLToPath(new URL('../../.data/tools', import.meta.url))
const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')

let launched: Promise<Browser> | undefined

/**
 * A headless Chromium that can reach only what a test serves. It comes with the development packages, and so do the
 * libraries and the fonts that it needs: nothing has to be installed. All files of a process share it, since a start
 * takes a second; the contexts that a test opens are closed when it ends.
 */
export async function openBrowser(t: Pick<Test, 'teardown'>): Promise<Browser> {
  if (launched === undefined) {
    launched = launch()
    wholeProcess.teardown(async () => (await launched)?.close())
  }
  const browser = await launched
  t.teardown(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

async function launch(): Promise<Browser> {
  const folder = unpackChromium()
  return await chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    },
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

/**
 * The folder of the unpacked browser. The package unpacks into the folder for temporary files; it is given one of its
 * own, which is renamed when it is complete: test processes that come at the same time never see a half of it.
 */
function unpackChromium(): string {
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'))
  const folder = join(tools, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(tools, { recursive: true })
  const unpacked = mkdtempSync(join(tools, 'chromium-'))
  const script = `import chromium, { inflate } from ${JSON.stringify(entry)}
await chromium.executablePath()
await inflate(${JSON.stringify(join(entry, '../../bin/al2023.tar.br'))})`
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: unpacked },
  })
  // Its fonts are looked for where the package unpacks by itself.
  const fonts = join(unpacked, 'fonts', 'fonts.conf')
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')))
  try {
    renameSync(unpacked, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(unpacked, { recursive: true, force: true })
  }
  return folder
}

export type Look = { width?: number; height?: number; dark?: boolean }

/**
 * A page on a device of its own. `complaints` are errors of the page, what its policy refused, requests to other
 * origins than this one, and refused requests too, unless the page itself shows them.
 */
export async function openPage(
  browser: Browser,
  origin: string,
  { width = 1280, height = 900, dark = false, showsRefusals = false }: Look & { showsRefusals?: boolean } = {},
) {
  const colorScheme = dark ? 'dark' : 'light'
  const device = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  const page = await device.newPage()
  page.setDefaultTimeout(90_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isExpected = showsRefusals && message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isExpected) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(`asked ${request.url()}`)
  })
  return { page, device, complaints }
}

/**
 * What an audit finds on the page: every violation of axe-core's rules (WCAG 2.2 A and AA, and best practices), and
 * what axe does not look at: pointer targets smaller than 24 px, whatever lies around them (2.5.8), anything wider than
 * the window (1.4.10), and links to a view beyond its edge.
 */
export async function findDefects(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return (await page.evaluate(audit)) as string[]
}

// Source text: it runs in the browser, whose types the tests do not have.
const audit = `(async () => {
  // Rules that axe leaves out unless they are asked for.
  const rules = { 'duplicate-id': { enabled: true }, 'duplicate-id-active': { enabled: true } }
  const { violations } = await axe.run({ rules, resultTypes: ['violations'] })
  const defects = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 120) + ' ' + failureSummary))
  const say = (what, element) => defects.push(what + ': ' + element.outerHTML.slice(0, 120))
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .skip')
  for (const element of document.querySelectorAll('button, input, textarea, select, summary, nav a')) {
    if (!isShown(element) || element.matches('.sentence, [type=radio], [type=checkbox]')) continue
    const { width, height } = element.getBoundingClientRect()
    if (Math.min(width, height) < 24) say('target of ' + width + ' by ' + height, element)
  }
  for (const element of document.querySelectorAll('nav a')) if (element.getBoundingClientRect().right > innerWidth) say('out of sight', element)
  if (document.documentElement.scrollWidth > innerWidth) defects.push('wider than the window: ' + document.documentElement.scrollWidth + ' of ' + innerWidth)
  return defects
})()`
