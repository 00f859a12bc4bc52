import type { Page } from 'playwright-core'
import t from 'tap'
import { addInterviews } from './interviews.ts'
import { goTo } from './stories.ts'
import { inBrowser, openConsole } from './world.ts'

t.setTimeout(240_000)

type Box = { x: number; y: number; width: number; height: number }
const phone = { width: 360, height: 740 }

/** The boxes of all elements that a selector finds. */
const boxesOf = async (page: Page, selector: string): Promise<Box[]> =>
  await Promise.all((await page.locator(selector).all()).map(async (one) => (await one.boundingBox()) as Box))

t.test('the layout of the console', inBrowser, async (t) => {
  const stage = await openConsole(t)
  await addInterviews(stage)

  await t.test('has its tabs in one row on a phone, each a target of 24 px and more', async (t) => {
    const { page } = await stage.visitAs('owner', phone)
    for (const view of ['sitting', 'boundaries', 'timeline']) {
      await goTo({ page, ...stage }, view)
      const tabs = await boxesOf(page, 'nav.views li a')
      t.ok(tabs.length > 5)
      t.equal(new Set(tabs.map(({ y }) => y)).size, 1, `${view}: one row`)
      t.ok(Math.min(...tabs.flatMap(({ width, height }) => [width, height])) >= 24, `${view}: targets`)
      t.ok(
        tabs.every(({ x, width }) => x >= 0 && x + width <= phone.width),
        `${view}: in sight`,
      )
    }
  })

  await t.test('has one measure of width in every view of a single column', async (t) => {
    const { page } = await stage.visitAs('owner')
    const widths = new Set<number>()
    for (const view of ['answers', 'answers/1', 'boundaries', 'research', 'timeline']) {
      await goTo({ page, ...stage }, view)
      await page.waitForLoadState('networkidle')
      for (const { width } of await boxesOf(page, 'main .card')) widths.add(Math.round(width))
    }
    t.same([...widths], [736])
  })

  await t.test('shows what a question cites beside the answer, and on a phone above it', async (t) => {
    const { page } = await stage.visitAs('owner')
    const boxes = async () => {
      await goTo({ page, ...stage }, 'sitting')
      await page.getByLabel('Your answer').waitFor()
      const [cited, field] = await Promise.all([boxesOf(page, '.references blockquote'), boxesOf(page, 'textarea')])
      return { cited: cited[0] as Box, field: field[0] as Box }
    }
    const desk = await boxes()
    t.ok(desk.cited.x >= desk.field.x + desk.field.width, 'beside')
    t.ok(desk.cited.y < desk.field.y + desk.field.height, 'in the same sight')
    await page.setViewportSize(phone)
    const small = await boxes()
    t.ok(small.cited.y + small.cited.height <= small.field.y, 'above')
  })
})
