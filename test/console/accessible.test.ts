import t from 'tap'
import { addDiscovery } from '../evidence/discoveries.ts'
import { createInterviewClient, passage } from '../sessions/interview.ts'
import { findDefects } from '../support/browser.ts'
import { addPage, changeSource } from '../support/sources.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { checkView, goTo, openConsole } from './open-console.ts'

t.setTimeout(240_000)

const views = ['interview', 'answers', 'page', 'boundaries', 'sources', 'setup']
const looks = {
  'on a desk': {},
  'on the narrowest phone, in the dark': { width: 320, height: 640, dark: true },
}

t.test('every view passes the audit', async (t) => {
  const context = await openConsole(t)
  const interview = createInterviewClient(context)
  const long = { title: 'Without-a-single-space'.repeat(6) }
  const source = await context.addSource(`${passage} ${'A-very-long-word'.repeat(12)}`, long)
  const { session }: Loose = (await interview.start()).body
  const { question }: Loose = (await interview.offer(session, 1, buildCitation(source, 'we kept the first take'))).body
  await interview.answer(question, `It rang. ${'Ha'.repeat(200)}`)
  await interview.finish(session)
  await context.call('owner', 'POST', `/api/artist/${context.artistId}/research/refresh`, {})
  await addDiscovery(context, 'Mara Quill rang the bell herself.')
  for (const title of [null, ' ']) await addPage(context, 'https://example.org/bell', { title })
  await addPage(context, null)
  const post = await context.addSource(`Low tide. ${'The bell rang and '.repeat(5)}left.`, { kind: 'social_caption' })
  // Within one millisecond the kind would decide the order.
  await changeSource(context.db, { title: null, ingested_at: new Date(Date.now() + 1000) }, post.sourceId)

  for (const [name, look] of Object.entries(looks)) {
    await t.test(name, async (t) => {
      const { page, complaints } = await context.visitAs('owner', look)
      for (const view of views) {
        await goTo(page, context, view)
        t.match(await page.title(), `${await page.locator('.views [aria-current]').textContent()} · Mara Quill ·`)
        if (!('width' in look)) await checkView(t, page, view)
        else t.same(await findDefects(page), [], view)
        if (view === 'answers') {
          await page.getByRole('button', { name: 'Revise' }).click()
          await page.getByLabel('New wording').fill('It rang twice.')
          t.same(await findDefects(page), [], 'a revision')
        }
        if (view === 'page') {
          await page.getByRole('region', { name: 'The text of your page' }).waitFor()
          await page.locator('.original .sentence').first().click()
          await page.getByRole('button', { name: 'read around it' }).first().click()
          await page.getByRole('dialog').getByRole('region').waitFor()
          t.equal(await page.getByRole('navigation', { name: 'Parts of this text' }).count(), 0, 'it is short')
          t.same(await findDefects(page), [], 'a dialog beside a chosen sentence')
          await page.keyboard.press('Escape')
        }
      }
      t.equal(await page.locator('header').textContent(), 'Sittings developmentGuidesowner Sign out')
      t.same(complaints, [])
    })
  }

  await t.test('nothing moves while a view is read', async (t) => {
    const { page } = await context.visitAs('owner')
    for (const view of views) {
      await goTo(page, context, view)
      await page.reload()
      await page.waitForLoadState('networkidle')
      const shift = await page.evaluate(`new Promise((resolve) => new PerformanceObserver((list) =>
        resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true })
        || setTimeout(() => resolve(0), 300))`)
      t.ok(Number(shift) < 0.1, `${view}: ${shift}`)
    }
  })
})
