import { findDefects } from '../../console/accessible.ts'
import { findChromium, noChromium, openBrowser, visit } from '../../console/browser.ts'
import {
  answerWithoutNetwork,
  type ConsoleContext,
  goTo,
  holdSittingByKeyboard,
  reviseInConflict,
} from '../../console/stories.ts'
import type { SystemTest } from '../result.ts'
import { openServices } from '../service.ts'

/** The short form plays and audits only the first; test/console tests the others, too. */
const stories = [holdSittingByKeyboard, reviseInConflict, answerWithoutNetwork]
const views = ['sitting', 'answers', 'answers/1', 'boundaries', 'lore', 'research', 'review', 'timeline', 'onboarding']
const phone = { width: 360, height: 740 }
const looks = [{}, { dark: true }, phone, { ...phone, dark: true }, { width: 320, height: 640 }]

/**
 * A sitting in a real browser against a real process: by keyboard alone, with a conflicting revision, and with the
 * network lost in the middle of an answer. Each story checks what the service has saved, each view passes the audit,
 * and the page calls no other origin. Without a browser the short form says so and the long one fails.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const service = await openServices(environment, 1)
  const [base = ''] = service.bases
  if (findChromium() === undefined) {
    const { status } = await fetch(`${base}/console`)
    return {
      passed: short && status === 200,
      summary: `not seen in a browser: ${noChromium}; the page is served with ${status}`,
    }
  }
  const browser = await openBrowser()
  environment.teardown(() => browser.close())
  const token = service.bearer.replace('Bearer ', '')
  const wrong: string[] = []
  const visited = await visit(browser, base, token)
  const context: ConsoleContext = { ...service, base, page: visited.page }
  const played = short ? stories.slice(0, 1) : stories
  for (const play of played) {
    await play(context).then(
      () => environment.log(`${play.name}: as expected`),
      (error) => wrong.push(`${play.name}: ${error}`),
    )
    wrong.push(...(await findDefects(context.page)).map((defect) => `${play.name}, at its end: ${defect}`))
  }
  wrong.push(...visited.complaints)
  let audited = 0
  for (const look of short ? looks.slice(0, 1) : looks) {
    const { page, complaints } = await visit(browser, base, token, look)
    await page.getByRole('list', { name: 'Your artists' }).waitFor()
    for (const view of short ? views.slice(0, 2) : views) {
      await goTo({ page, base, artistId: service.artistId }, view)
      await page.waitForLoadState('networkidle')
      wrong.push(...(await findDefects(page)).map((defect) => `${view}: ${defect}`))
      audited += 1
    }
    wrong.push(...complaints)
  }
  for (const words of wrong.slice(0, 5)) environment.log(words)
  return {
    passed: wrong.length === 0,
    summary: `${played.length} stories in Chromium, ${audited} views audited, ${wrong.length} defects`,
  }
}
