import { readFile } from 'node:fs/promises'
import t from 'tap'
import { addInterviews, exact } from './interviews.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { cited, goTo, tabTo, waitForFocus } from './stories.ts'

t.setTimeout(240_000)

t.test('the answers in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const { answered } = await addInterviews(setup)
  const context = await setup.visitAs('owner')
  const { page } = context
  const sitting = (name: string) => page.getByRole('region', { name })
  const search = page.getByRole('searchbox', { name: 'Search the questions and answers' })

  await t.test('stand under their sittings, with what was skipped or is open', async (t) => {
    await goTo(context, 'answers')
    await sitting('Sitting 2').waitFor()
    t.same(await page.locator('section.sitting > h2 a').allInnerTexts(), [
      'Sitting 2',
      'Sitting 1',
      'Outside of the sittings',
    ])
    t.match(await sitting('Sitting 2').innerText(), /active[\s\S]*1 open[\s\S]*Not answered yet/)
    t.match(
      await sitting('Sitting 1').innerText(),
      /finished[\s\S]*1 answered, 1 skipped[\s\S]*passed over, without an answer/,
    )
    t.match(await sitting('Outside').innerText(), /Brought in from earlier days[\s\S]*In the old mill/)
    t.equal(await sitting('Sitting 1').locator('.answer').textContent(), exact)
  })

  await t.test('show the words that each question is about, which open in their text', async (t) => {
    const first = sitting('Sitting 1').locator('article').first()
    await first.getByText('The words it is about (1)').click()
    t.equal(await first.locator('blockquote').innerText(), cited)
    await first.getByRole('button', { name: 'Show in its text' }).click()
    t.equal(await page.getByRole('dialog').locator('mark').textContent(), cited)
    await page.keyboard.press('Escape')
    t.equal(await sitting('Outside').getByText('The words it is about').count(), 0, 'an imported answer cites nothing')
  })

  await t.test('are found by words of the question or the answer, which are marked', async (t) => {
    await search.fill('bjork passage')
    await page.getByText('1 of 5 questions matches “bjork passage”').waitFor()
    t.same(await page.locator('section.sitting mark').allInnerTexts(), ['passage', 'Björk'])
    t.equal(await sitting('Sitting 1').locator('.answer').textContent(), exact, 'marking leaves the words as they are')
    await search.fill('zither')
    await page.getByText('None of 5 questions match “zither”').waitFor()
    await search.fill('')
  })

  await t.test('of one sitting have an address, reached and left by keyboard', async (t) => {
    await tabTo(page, 'link', 'Sitting 1')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Sitting 1' }).and(page.locator(':focus')).waitFor()
    t.match(page.url(), new RegExp(`#/${setup.artistId}/answers/1$`))
    t.equal(await page.locator('section.sitting').count(), 1)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Sitting 1' }).waitFor()
    await tabTo(page, 'link', 'All sittings and answers')
    await page.keyboard.press('Enter')
    await sitting('Sitting 2').waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Sitting 1' }).waitFor()
    await goTo(context, 'answers/9')
    await page.getByText('There is no question of a sitting “9”.').waitFor()
  })

  await t.test('are listed by sitting, each of which leads to it alone', async (t) => {
    await goTo(context, 'answers')
    await page.getByText('All sittings (2)').click()
    const list = page.getByRole('list', { name: 'All sittings, the newest first' })
    t.match(await list.innerText(), /Sitting 2 active[\s\S]*1 open[\s\S]*Sitting 1[\s\S]*1 answered, 1 skipped/)
    await list.getByRole('link', { name: 'Outside of the sittings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Outside of the sittings' }).waitFor()
  })

  await t.test('are saved as Markdown with their exact words', async (t) => {
    await goTo(context, 'answers')
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all as Markdown' }).click()
    const download = await waiting
    t.equal(download.suggestedFilename(), 'Mara-Quill.md')
    const markdown = await readFile(await download.path(), 'utf8')
    t.match(markdown, '# Mara Quill: questions and answers')
    t.ok(markdown.includes(`\n\n> # Björk heard it\r\n> *first* 😀\n> \n> > and I   after her.\n\n`))
    t.match(markdown, 'What was the mill called?')
  })

  await t.test('are printed without the navigation and the controls', async (t) => {
    await page.evaluate('window.print = () => { document.title = "printed" }')
    await page.getByRole('button', { name: 'Print all' }).click()
    t.equal(await page.title(), 'printed')
    await sitting('Sitting 1').locator('summary').first().click()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    t.equal(await page.locator('.answer', { hasText: 'Björk heard it' }).isVisible(), true)
    t.equal(await page.getByText('Mara Quill').first().isVisible(), true, 'whose answers they are')
    t.same(
      await page.locator('section.sitting summary:visible').allInnerTexts(),
      ['The words it is about (1)'],
      'of the cited words, those that were opened',
    )
    for (const selector of ['nav ul', 'header', 'button', 'input', '.sitting-index'])
      t.equal(await page.locator(selector).first().isVisible(), false, selector)
    t.equal(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'), 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  await t.test('revised, stay where they are', async (t) => {
    await sitting('Sitting 1').getByRole('button', { name: 'Revise' }).click()
    await waitForFocus(page, 'textbox', 'New wording')
    const { width } = (await sitting('Sitting 1').locator('article').first().boundingBox()) ?? { width: 0 }
    t.equal(Math.round(width), 736, 'the card stays as wide as it was')
    await page.getByLabel('New wording').fill('I rang it.')
    await page.getByRole('button', { name: 'Save the new wording' }).click()
    await page.getByText('Version 2 of 2').waitFor()
    await waitForFocus(page, 'button', 'Revise')
    t.equal(await sitting('Sitting 1').locator('.answer').textContent(), 'I rang it.')
    const path = `/api/artist/${setup.artistId}/interview/responses/${answered.id}`
    t.equal((await setup.call('owner', 'GET', path)).body.response.answer, 'I rang it.')
  })

  t.same(context.complaints, [])
})
