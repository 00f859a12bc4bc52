import t from 'tap'
import { pollUntil } from '../support/until.ts'
import { checkView, goTo, openConsole, waitForFocus } from './open-console.ts'

t.setTimeout(240_000)

t.test('a boundary comes before the first question, and is in sight where the questions are', async (t) => {
  const context = await openConsole(t)
  const { page, complaints } = await context.visitAs('owner', { dark: true })
  await goTo(page, context, 'interview')
  await page.getByText('Is there something that we should not ask about?').click()
  await page.getByLabel('What should we not ask about?').fill('My divorce.')
  await page.getByRole('button', { name: 'Save the boundary' }).click()
  await page.getByText('✓ Boundary saved.').waitFor()
  const field = page.getByLabel('What should we not ask about?')
  t.equal(await field.inputValue(), '')
  t.equal(await field.and(page.locator(':focus')).count(), 1, 'the next one may be typed')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Not to be asked about: “My divorce.”').waitFor()

  await t.test('it holds in general, and can be taken back', async (t) => {
    await goTo(page, context, 'boundaries')
    await checkView(t, page, 'boundaries, one')
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('None yet. You can be asked about everything.').waitFor()
    await waitForFocus(page, 'textbox', 'What should we not ask about?')
    await page.keyboard.insertText('My house.')
    await page.keyboard.press('Control+Enter')
    await page.locator('.quoted', { hasText: 'My house.' }).waitFor()
    t.same(complaints, [])
  })

  await t.test('a list that comes late does not replace the one that was read after it', async (t) => {
    const answers: (() => Promise<void>)[] = []
    await page.route(/interview\/boundaries\?/, async (route) => {
      const response = await route.fetch()
      answers.push(() => route.fulfill({ response }))
    })
    for (const [at, wording] of ['My mother.', 'My father.'].entries()) {
      await field.fill(wording)
      await page.keyboard.press('Control+Enter')
      await pollUntil(() => answers.length > at)
    }
    for (const answer of answers.toReversed()) await answer()
    await page.locator('.quoted').nth(2).waitFor()
    t.equal(await page.locator('.quoted').count(), 3)
  })
})
