import t from 'tap'
import { createInterviewClient, passage } from '../sessions/interview.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { checkView, goTo, openConsole, waitForFocus } from './open-console.ts'

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
    t.equal(await text.textContent(), passage)
    await checkView(t, page, 'interview, a text to choose from')
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
    await checkView(t, page, 'interview, a boundary set in between')
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

t.test('around a passage its text is read a window at a time, which begins with a whole sign', async (t) => {
  const context = await openConsole(t)
  // 600 code units before the passage stands the second half of a bell, and a window ends within a word.
  const long = `${'🔔'.repeat(2_000)}.\n\n${passage}\n\n${'The tide had come. '.repeat(500)}`
  const source = await context.addSource(long, { title: 'The tide' })
  const interview = createInterviewClient(context)
  const { session }: Loose = (await interview.start()).body
  await interview.offer(session, 1, buildCitation(source, passage))
  const { page, complaints } = await context.visitAs('owner')
  await goTo(page, context, 'interview')
  await page.getByRole('button', { name: 'read around it' }).click()
  const text = page.getByRole('region', { name: 'Text of The tide' })
  const waitForText = (pattern: RegExp) => text.filter({ hasText: pattern }).waitFor()
  const [earlier, later] = ['Earlier', 'Later'].map((name) => page.getByRole('button', { name }))
  await waitForText(/^(?:🔔){299}\.She said/u)
  await earlier?.click()
  await waitForText(/^(?:🔔){2000}\.She said/u)
  t.ok(await earlier?.isDisabled(), 'it is the beginning')
  await later?.click()
  await waitForText(/^e had come/)
  await later?.click()
  await page.getByText('100 % read').waitFor()
  t.ok(await later?.isDisabled(), 'it is the end')
  t.same(complaints, [])
})
