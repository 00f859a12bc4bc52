import t from 'tap'
import { createInterviewClient, passage } from '../sessions/interview.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { goTo, openConsole, waitForFocus } from './open-console.ts'

t.setTimeout(240_000)

t.test('a question of one’s own, by keyboard', async (t) => {
  const context = await openConsole(t)
  const source = await context.addSource(passage, { title: 'The bell' })
  const interview = createInterviewClient(context)
  await interview.start()
  const { page, complaints } = await context.visitAs('owner')
  const { keyboard } = page
  await goTo(page, context, 'interview')
  await page.getByText('Choose another passage to be asked about').press('Enter')
  await page.getByLabel('Search the texts').fill('bell record')
  await keyboard.press('Enter')
  await page.getByRole('list', { name: 'What was found' }).locator('mark').first().waitFor()
  await page.getByRole('button', { name: 'Open in its text' }).press('Enter')
  const text = page.getByRole('region', { name: 'Text of The bell' })

  await t.test('the text is one stop of the Tab key, arrows lead through its sentences, Enter leads on', async (t) => {
    await text.waitFor()
    t.equal(await text.locator('[tabindex="0"]').count(), 1)
    await text.locator('[tabindex="0"]').focus()
    await keyboard.press('ArrowRight')
    await keyboard.press('Enter')
    await waitForFocus(page, 'button', 'Ask about this passage')
    await keyboard.press('Enter')
    await waitForFocus(page, 'textbox', 'The question')
  })

  const cited = 'The bell on the record is real.'
  const question = 'Who rang the bell that is on the record?'
  await t.test('a boundary that was set in between is shown, and the question is kept', async (t) => {
    await keyboard.type(question)
    const path = `/api/artist/${context.artistId}/interview/boundaries`
    const boundary = { requestId: crypto.randomUUID(), questionKey: 'general', scope: 'until_retracted' }
    await context.call('owner', 'POST', path, { ...boundary, wording: 'Nothing about bells.' })
    await keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('What a question respects has changed').waitFor()
    await page.getByText('Nothing about bells.').waitFor()
    t.equal(await page.getByLabel('The question').inputValue(), question)
    const { session }: Loose = (await interview.restore()).body
    t.same(session.questions, [])
  })

  await t.test('asked again, it cites the window and the quote of the stored text', async (t) => {
    await page.getByLabel('The question').press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: question }).waitFor()
    const { session }: Loose = (await interview.restore()).body
    t.same(session.questions[0].references, [buildCitation(source, cited)])
    t.same(complaints, [])
  })
})
