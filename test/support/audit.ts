import axe from 'axe-core'
import type { Page } from 'playwright-core'

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
