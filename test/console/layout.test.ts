import type { Page } from 'playwright-core'
import t from 'tap'
import type { Loose } from '../support/test-context.ts'
import { addInterviews } from './interviews.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { goTo, waitForFocus } from './stories.ts'

t.setTimeout(240_000)

type Box = { x: number; y: number; width: number; height: number }
const phone = { width: 360, height: 740 }

/** The boxes of all elements that a selector finds. */
const readBoxes = async (page: Page, selector: string): Promise<Box[]> =>
  await Promise.all((await page.locator(selector).all()).map(async (one) => (await one.boundingBox()) as Box))

t.test('the layout of the console', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const { interview } = await addInterviews(setup)

  await t.test('has every view in one row of tabs, each a target of 24 px and more', async (t) => {
    const { page } = await setup.visitAs('owner')
    await goTo({ page, ...setup }, 'timeline')
    t.same(await page.locator('nav.views li a:visible').allInnerTexts(), [
      ...['Sitting', 'Answers', 'Boundaries', 'Lore', 'Research', 'Review', 'Timeline', 'Set up'],
    ])
    t.equal(await page.locator('nav.views [aria-current]:visible').innerText(), 'Timeline')
    const boxes = await readBoxes(page, 'nav.views li a:visible')
    t.equal(new Set(boxes.map(({ y }) => y)).size, 1)
    t.ok(Math.min(...boxes.flatMap(({ width, height }) => [width, height])) >= 24)
  })

  await t.test(
    'has its tabs in one row on a phone, and one with the name, the timeline and the setting up',
    async (t) => {
      await setup.db.updateTable('artists').set({ name: 'Mara Quill and the Seven of Eleven Stops' }).execute()
      for (const width of [320, phone.width]) {
        const { page } = await setup.visitAs('owner', { ...phone, width })
        for (const view of ['sitting', 'timeline']) {
          await goTo({ page, ...setup }, view)
          await page.getByText('Mara Quill and').first().waitFor()
          for (const [row, count] of [
            ['nav.views li a:visible', 6],
            ['nav.views .artist > :visible', 4],
          ] as const) {
            const boxes = await readBoxes(page, row)
            t.equal(boxes.length, count, row)
            const middles = new Set(boxes.map(({ y, height }) => Math.round(y + height / 2)))
            t.equal(middles.size, 1, `${view}, ${row}: one row`)
            t.ok(Math.min(...boxes.flatMap(({ width, height }) => [width, height])) >= 24, `${view}, ${row}: targets`)
            t.ok(
              boxes.every(({ x, width: wide }) => x >= 0 && x + wide <= width),
              `${view}, ${row}: in sight`,
            )
          }
        }
      }
      await setup.db.updateTable('artists').set({ name: 'Mara Quill' }).execute()
      const { page } = await setup.visitAs('owner', phone)
      await goTo({ page, ...setup }, 'answers')
      await page.locator('.artist .name', { hasText: 'Mara Quill' }).waitFor()
      const cut = `(() => { const name = document.querySelector('.artist .name'); return name.scrollWidth - name.clientWidth })()`
      t.equal(await page.evaluate(cut), 0, 'a name of two words is read whole')
    },
  )

  await t.test('has one measure of width in every view of a single column', async (t) => {
    const { page } = await setup.visitAs('owner')
    const widths = new Set<number>()
    for (const view of ['answers', 'answers/1', 'boundaries', 'research', 'timeline']) {
      await goTo({ page, ...setup }, view)
      await page.waitForLoadState('networkidle')
      for (const { width } of await readBoxes(page, 'main .card')) widths.add(Math.round(width))
    }
    t.same([...widths], [736])
  })

  await t.test('shows what a question cites beside the answer, and on a phone above it', async (t) => {
    const { page } = await setup.visitAs('owner')
    const boxes = async () => {
      await goTo({ page, ...setup }, 'sitting')
      await page.getByLabel('Your answer').waitFor()
      const [cited, field] = await Promise.all([readBoxes(page, '.references blockquote'), readBoxes(page, 'textarea')])
      return { cited: cited[0] as Box, field: field[0] as Box }
    }
    const desk = await boxes()
    t.ok(desk.cited.x >= desk.field.x + desk.field.width, 'beside')
    t.ok(desk.cited.y < desk.field.y + desk.field.height, 'in the same sight')
    await page.setViewportSize(phone)
    const small = await boxes()
    t.ok(small.cited.y + small.cited.height <= small.field.y, 'above')
  })

  await t.test('shows what comes next without scrolling, however much there is to respect', async (t) => {
    const { session }: Loose = (await interview.restore()).body
    const [{ questionKey }] = session.questions
    for (const about of ['harbour', 'mill', 'sea']) {
      const drawn = { requestId: crypto.randomUUID(), questionKey, wording: `Nothing of the ${about}. `.repeat(12) }
      const path = `/api/artist/${setup.artistId}/interview/boundaries`
      await setup.call('owner', 'POST', path, { ...drawn, scope: 'until_retracted' })
    }
    await interview.answer(session.questions[0], 'I was there, by the water.')
    await interview.finish(session)
    for (const look of [{ width: 1280, height: 900 }, phone]) {
      const { page } = await setup.visitAs('owner', look)
      const isInSight = async (selector: string) => {
        const [box] = await readBoxes(page, selector)
        return box !== undefined && box.y >= 0 && box.y + box.height <= look.height
      }
      await goTo({ page, ...setup }, 'sitting')
      await page.getByRole('button', { name: 'Start a sitting' }).waitFor()
      t.ok(await isInSight('[aria-label="A new sitting"] button'), `${look.width}: the start`)
      await page.getByRole('button', { name: 'Start a sitting' }).click()
      await waitForFocus(page, 'textbox', 'The question')
      await page.locator('.memory q').first().waitFor()
      t.ok(await isInSight('#question-text'), `${look.width}: the question`)
      if (look.height === 900) t.ok(await isInSight('.card > [type="submit"]'), 'and what asks it')
      const { session: next }: Loose = (await interview.restore()).body
      await interview.finish(next)
    }
  })
})
