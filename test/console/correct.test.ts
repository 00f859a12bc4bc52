import t from 'tap'
import { addImportedAnswer } from '../sessions/interview.ts'
import { checkView, goTo, openConsole, waitForFocus } from './open-console.ts'

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
  const panel = page.getByRole('complementary', { name: 'The chosen passage' })
  const isChosen = Promise.withResolvers<void>()

  await t.test('the text is one stop of the Tab key, and Enter leads into the panel', async (t) => {
    t.equal(await page.locator('.sentence[tabindex="0"]').count(), 1)
    await page.locator('.sentence[tabindex="0"]').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await waitForFocus(page, 'textbox', 'Is it wrong? What is right instead?')
    await checkView(t, page, 'page, a chosen sentence')
  })

  await t.test('Escape leads back to the sentence, which keys of the browser do not leave', async (t) => {
    await page.keyboard.press('Escape')
    for (const key of ['Control', 'Alt', 'Meta']) await page.keyboard.press(`${key}+ArrowUp`)
    t.equal(await target.and(page.locator(':focus')).count(), 1)
    await page.keyboard.press('Enter')
  })

  await t.test('what is typed there corrects it', async (t) => {
    await waitForFocus(page, 'textbox', 'Is it wrong? What is right instead?')
    await page.keyboard.insertText(right)
    await page.route('**/research/advance', async (route) => {
      await isChosen.promise
      await route.continue()
    })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('list', { name: 'Corrections that hold' }).locator('ins', { hasText: right }).waitFor()
    await page.locator('#version-title:focus').waitFor()
    t.same(await page.evaluate('Object.keys(localStorage)'), [], 'no draft is left')
    t.same(complaints, [])
  })

  await t.test('the panel names the source of the sentence, and keeps what is typed at a new version', async (t) => {
    await sentences.filter({ hasText: 'two reeds' }).click()
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'textbox', 'Is it wrong? What is right instead?')
    await panel.getByRole('textbox').fill('Three.')
    isChosen.resolve()
    await page.getByText(/^Version 2/).waitFor()
    await checkView(t, page, 'page, a sentence of a source')
  })
})
