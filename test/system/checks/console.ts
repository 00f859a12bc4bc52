import { defectsOf } from '../../console/accessible.ts'
import { chromiumPath, noChromium, openBrowser, visit } from '../../console/browser.ts'
import { answerWithoutNetwork, goTo, revisionInConflict, type Scene, sittingByKeyboard } from '../../console/stories.ts'
import type { Check } from '../result.ts'
import { openServices } from '../service.ts'

/** The first ones alone are played and audited in the short form; the others are tested in test/console, too. */
const stories = [sittingByKeyboard, revisionInConflict, answerWithoutNetwork]
const views = ['sitting', 'answers', 'boundaries', 'lore', 'research', 'review']
const looks = [{}, { dark: true }, { width: 320, height: 640 }]

/**
 * A person holds a sitting in a real browser against a real process: by keyboard alone, with a revision that meets
 * another one, and with the network gone in the middle of an answer. Each story looks at what the service has saved. No
 * view may have a defect that an audit finds, and the page may ask nobody but the service. Where there is no browser
 * the short form says so and the long one fails.
 */
export const runCheck: Check = async (stage, { short }) => {
  const service = await openServices(stage, 1)
  const [base = ''] = service.bases
  if (chromiumPath() === undefined) {
    const { status } = await fetch(`${base}/console`)
    return {
      holds: short && status === 200,
      figure: `not seen in a browser: ${noChromium}; the page is served with ${status}`,
    }
  }
  const browser = await openBrowser()
  stage.teardown(() => browser.close())
  const token = service.bearer.replace('Bearer ', '')
  const wrong: string[] = []
  const visited = await visit(browser, base, token)
  const scene: Scene = { ...service, base, page: visited.page }
  const told = short ? stories.slice(0, 1) : stories
  for (const tell of told) {
    await tell(scene).then(
      () => stage.say(`${tell.name}: as it should be`),
      (error) => wrong.push(`${tell.name}: ${error}`),
    )
  }
  wrong.push(...visited.complaints)
  let audited = 0
  for (const look of short ? looks.slice(0, 1) : looks) {
    const { page, complaints } = await visit(browser, base, token, look)
    await page.getByLabel('Artist id').waitFor()
    for (const view of short ? views.slice(0, 2) : views) {
      await goTo({ page, base, artistId: service.artistId }, view)
      await page.waitForLoadState('networkidle')
      wrong.push(...(await defectsOf(page)).map((defect) => `${view}: ${defect}`))
      audited += 1
    }
    wrong.push(...complaints)
  }
  for (const words of wrong.slice(0, 5)) stage.say(words)
  return {
    holds: wrong.length === 0,
    figure: `${told.length} stories in Chromium, ${audited} views audited, ${wrong.length} defects`,
  }
}
