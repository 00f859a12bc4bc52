import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import wholeProcess, { type Test } from 'tap'

const tools = fileURLToPath(new URL('../../.data/tools', import.meta.url))
const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')

let launched: Promise<Browser> | undefined

/**
 * A headless Chromium that can reach only what a test serves. It comes with the development packages, and so do the
 * libraries and the fonts that it needs: nothing has to be installed. All files of a process share it, since a start takes
 * a second; the contexts that a test opens are closed when it ends.
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
  try {
    renameSync(unpacked, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(unpacked, { recursive: true, force: true })
  }
  return folder
}
