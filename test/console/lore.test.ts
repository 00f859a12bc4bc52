import t from 'tap'
import { buildCorrection, composeFromAnswer, createLoreClient } from '../lore/lore-api.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { goTo } from './stories.ts'

t.setTimeout(240_000)

const wrong = 'We recorded the album in the old church by the harbour.'
const said = `I was born in Bergen and grew up above a bakery. ${wrong}`

t.test('the Lore in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)
  await composeFromAnswer(setup, said)
  const context = await setup.visitAs('owner')
  const { page } = context
  const { read, correct, corrections } = createLoreClient(setup)
  const passage = page.locator('.sentence', { hasText: 'old church' })

  await t.test('opens the exact words that the citation of a sentence quotes', async (t) => {
    await goTo(context, 'lore')
    await passage.focus()
    await page.keyboard.press('Enter')
    const quoted = await passage.textContent()
    await page.getByRole('button', { name: 'Show in its text' }).click()
    const mark = page.getByRole('dialog').locator('mark')
    await mark.waitFor()
    const [citation] = (await read()).body.lore.citations
    t.equal(await mark.textContent(), citation.reference.quote)
    t.match(citation.reference.quote, quoted)
    await page.keyboard.press('Escape')
  })

  await t.test('drops a passage that is called wrong, with what is right kept beside it', async (t) => {
    await page.getByText('This is wrong').click()
    await page.getByLabel('What is right instead').fill('It was the kitchen.')
    await page.getByRole('button', { name: 'Save the correction' }).click()
    const held = page.getByRole('list', { name: 'Corrections that hold' })
    await held.getByText('It was the kitchen.').waitFor()
    await page.getByRole('heading', { name: 'Version 2' }).waitFor()
    t.notMatch(await page.locator('.lore').innerText(), 'church')
    t.match(await page.locator('.lore').innerText(), 'Bergen', 'its neighbour stays')
    t.notMatch((await read()).body.lore.text, 'church')
  })

  await t.test('marks what is new against the version before, and shows earlier versions', async (t) => {
    await page.getByRole('button', { name: 'What is new' }).click()
    const removed = page.getByRole('group', { name: 'Compared with the version before' }).locator('del')
    await removed.first().waitFor()
    t.match((await removed.allInnerTexts()).join(' '), 'church')
    await page.getByRole('button', { name: 'Version 1' }).click()
    await passage.waitFor()
    await passage.click()
    t.equal(await page.getByText('This is wrong').count(), 0, 'an earlier version takes no correction')
    await page.getByRole('button', { name: 'Show the current one' }).click()
    await page.getByRole('heading', { name: 'Version 2' }).waitFor()
  })

  await t.test('takes a correction back, and the passage returns', async (t) => {
    await page.getByRole('button', { name: /^Take back/ }).click()
    await page.getByText('No correction holds.').waitFor()
    t.same((await corrections()).body.corrections, [])
    await passage.waitFor()
    await page.getByRole('heading', { name: 'Version 3' }).waitFor()
    t.match(await page.locator(':focus').getAttribute('id'), /-title$/, 'the focus is not lost with the button')
  })

  await t.test('is known in every view to be composed while its refresh is queued', async (t) => {
    await goTo(context, 'answers')
    await page.getByRole('heading', { name: 'Answers' }).waitFor()
    t.equal(await page.locator('.composing').isVisible(), false)
    t.equal((await correct(buildCorrection((await read()).body.lore, null))).status, 200)
    await goTo(context, 'boundaries')
    await page.locator('.composing', { hasText: 'is being composed' }).waitFor()
  })

  await t.test('is left for another artist and found again by name', async () => {
    await page.getByRole('link', { name: 'change' }).click()
    await page.getByRole('link', { name: 'Mara Quill', exact: true }).click()
    await page.getByRole('heading', { name: 'Sitting 1' }).waitFor()
  })

  t.same(context.complaints, [])
})
