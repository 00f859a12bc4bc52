import t from 'tap'
import { addImportedAnswer } from '../sessions/interview.ts'
import type { Loose } from '../support/test-context.ts'
import { checkView, countKeys, goTo, openConsole, waitForFocus } from './open-console.ts'

t.setTimeout(240_000)

const text =
  'Mara Quill recorded “Low Water” in one winter. She grew up in a lighthouse near Orrin. The organ had lost two reeds.'
const wrong = 'She grew up in a lighthouse near Orrin.'
const right = 'She grew up beside one.'

t.test('a sentence of the page is corrected by keyboard', async (t) => {
  const context = await openConsole(t)
  await context.addSource(text, { title: 'A review' })
  await addImportedAnswer(context, { answer: wrong })
  await context.call('owner', 'POST', `/api/artist/${context.artistId}/research/refresh`, { mode: 'lore-only' })
  const { page, complaints } = await context.visitAs('owner')
  await goTo(page, context, 'page')
  const sentences = page.getByRole('region', { name: 'The text of your page' }).locator('.sentence')
  const target = sentences.filter({ hasText: wrong }).first()
  await target.waitFor()
  const keys = countKeys(page)
  const panel = page.getByRole('complementary', { name: 'The chosen passage' })
  const isChosen = Promise.withResolvers<void>()

  await t.test('the text is one stop of the Tab key, and Enter leads into the panel', async (t) => {
    t.equal(await page.locator('.sentence[tabindex="0"]').count(), 1)
    await page.locator('.sentence[tabindex="0"]').focus()
    const isThere = async () => (await target.and(page.locator(':focus')).count()) > 0
    while (!(await isThere()) && keys.getCount() < 8) await keys.press('ArrowDown')
    await keys.press('Enter')
    await waitForFocus(page, 'textbox', 'Is it wrong? What is right instead?')
    await checkView(t, page, 'page, a chosen sentence')
  })

  await t.test('Escape leads back to the sentence, which keys of the browser do not leave', async (t) => {
    const before = keys.getCount()
    await page.keyboard.press('Escape')
    for (const key of ['Control', 'Alt', 'Meta']) await page.keyboard.press(`${key}+ArrowUp`)
    t.equal(await target.and(page.locator(':focus')).count(), 1)
    await page.keyboard.press('Enter')
    t.equal(keys.getCount(), before)
  })

  await t.test(
    'what goes and what comes is shown before it is saved, in at most 8 keys besides the words',
    async (t) => {
      await waitForFocus(page, 'textbox', 'Is it wrong? What is right instead?')
      await page.keyboard.insertText(right)
      t.match(await panel.locator('del').first().textContent(), wrong)
      t.equal(await panel.locator('ins').textContent(), right)
      await page.route('**/research/advance', async (route) => {
        await isChosen.promise
        await route.continue()
      })
      await keys.press('Control+Enter')
      await page.getByRole('list', { name: 'Corrections that hold' }).locator('ins', { hasText: right }).waitFor()
      t.ok(keys.getCount() <= 8, `${keys.getCount()} keys`)
      const path = `/api/artist/${context.artistId}/knowledge/corrections`
      t.match(((await context.call('owner', 'GET', path)) as Loose).body.corrections, [{ correction: right }])
      t.same(complaints, [])
    },
  )

  await t.test(
    'the panel names the source of the chosen sentence, and keeps what is typed when a new version comes',
    async (t) => {
      await sentences.filter({ hasText: 'two reeds' }).click()
      await page.keyboard.press('Enter')
      await waitForFocus(page, 'textbox', 'Is it wrong? What is right instead?')
      await panel.getByRole('textbox').fill('Three.')
      isChosen.resolve()
      await page.getByText(/^Version 2/).waitFor()
      await panel.locator('figure', { hasText: 'A review' }).waitFor()
      t.equal(await panel.getByRole('textbox').inputValue(), 'Three.')
    },
  )
})
