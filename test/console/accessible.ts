import type { Page } from 'playwright-core'

/**
 * What an audit finds on the page: controls without a name, duplicate ids, fields without a label, texts of too little
 * contrast (WCAG 2.2, 1.4.3), pointer targets that are too small (2.5.8), anything wider than the window (1.4.10),
 * links to a view beyond its edge, and views in more than one row.
 */
export const findDefects = async (page: Page): Promise<string[]> => (await page.evaluate(audit)) as string[]

// Source text: it runs in the browser, whose types the tests do not have.
const audit = `(() => {
  const defects = []
  const say = (what, element) => defects.push(what + ': ' + element.outerHTML.slice(0, 120))
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .skip')
  const nameOf = (element) => element.ariaLabel || element.labels?.[0]?.textContent || element.textContent ||
    (element.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id)?.textContent || '').join('')
  for (const element of document.querySelectorAll('button, a, input, textarea, select, progress, dialog, nav, aside, [role=group]')) {
    if (isShown(element) && !nameOf(element).trim()) say('no name', element)
  }
  for (const element of document.querySelectorAll('[id]')) if (document.querySelectorAll('#' + CSS.escape(element.id)).length > 1) say('id twice', element)
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'for']) for (const element of document.querySelectorAll('[' + attribute + ']')) {
    if (element.getAttribute(attribute).split(' ').some((id) => document.getElementById(id) === null)) say(attribute + ' leads nowhere', element)
  }
  if (document.querySelectorAll('h1').length !== 1) defects.push('not one h1')
  if (document.documentElement.lang === '' || document.title === '') defects.push('no language or title')
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data] }
  const behind = (element) => { for (let at = element; at; at = at.parentElement) { const color = rgba(getComputedStyle(at).backgroundColor); if (color[3] === 255) return color } return [255, 255, 255, 255] }
  const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * x + 0.7152 * y + 0.0722 * z }
  const seen = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.data.trim() || seen.has(element) || !isShown(element) || element.closest(':disabled, script')) continue
    seen.add(element)
    const style = getComputedStyle(element)
    const [one, other] = [light(rgba(style.color)), light(behind(element))].sort((a, b) => b - a)
    const ratio = (one + 0.05) / (other + 0.05)
    if (ratio < 4.5) say('contrast ' + ratio.toFixed(2), element)
  }
  for (const element of document.querySelectorAll('button, input, textarea, select, summary, nav a')) {
    if (!isShown(element) || element.matches('.sentence, [type=radio], [type=checkbox]')) continue
    const { width, height } = element.getBoundingClientRect()
    if (Math.min(width, height) < 24) say('target of ' + width + ' by ' + height, element)
  }
  for (const element of document.querySelectorAll('nav a')) if (element.getBoundingClientRect().right > innerWidth) say('out of sight', element)
  const tabRows = new Set([...document.querySelectorAll('nav.views li')].filter(isShown).map((tab) => tab.offsetTop))
  if (tabRows.size > 1) defects.push('tabs in ' + tabRows.size + ' rows')
  if (document.documentElement.scrollWidth > innerWidth) defects.push('wider than the window: ' + document.documentElement.scrollWidth + ' of ' + innerWidth)
  return defects
})()`
