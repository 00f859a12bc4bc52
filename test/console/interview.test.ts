import t from 'tap'
import { createInterviewClient } from '../sessions/interview.ts'
import { changeSource } from '../support/sources.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { checkView, goTo, openConsole, waitForFocus } from './open-console.ts'

t.setTimeout(240_000)

const review =
  'Mara Quill recorded “Low Water” in the kitchen of her grandmother in Orrin, in one winter, on a pump organ that had lost two of its reeds.'
const portrait =
  'Before that, Mara Quill drove a van for the Lantern Week festival and tuned harmoniums for anybody who asked her, for three years, and for no money at all.'
const typed = '  The organ?\nIt wheezed 😀 — “twice”. '

t.test('a sitting alone, with the questions that are ready', async (t) => {
  const context = await openConsole(t)
  const interview = createInterviewClient(context)
  const source = await context.addSource(`A review.\n\n${review}\n\nBy our own correspondent.`, {
    title: 'The first take',
  })
  const other = await context.addSource(portrait, { title: 'A portrait' })
  await context.addSource(`${portrait} One.`, { title: 'One' })
  await changeSource(context.db, { published_at: '2019', publisher: 'Tide & Co' }, source.sourceId)
  await changeSource(context.db, { published_at: '2019-03' }, other.sourceId)
  const { page, complaints } = await context.visitAs('owner')
  await goTo(page, context, 'interview')
  await page.getByRole('button', { name: 'Start' }).click()

  const ready = page.getByRole('list', { name: 'Questions that are ready' }).getByRole('listitem')
  await t.test('each has its passage, as the source has it, under the name of the source', async (t) => {
    await checkView(t, page, 'interview, questions that are ready')
  })

  await t.test('one is passed over for the next', async (t) => {
    await context.addSource(`${portrait} Two.`, { title: 'Two' })
    await page.reload()
    await ready.nth(2).waitFor()
    const readTitles = () => ready.locator('cite').allTextContents()
    const pass = () => ready.first().getByRole('button', { name: 'Another question' }).click()
    const before = await readTitles()
    await pass()
    const after = await readTitles()
    t.same(after.slice(0, 2), before.slice(1))
    t.notOk(before.includes(after[2] ?? ''))
    while (!(await readTitles()).includes('The first take')) await pass()
  })

  await t.test('one is answered in other words than were proposed', async (t) => {
    const first = ready.filter({ hasText: 'The first take' })
    await first.getByRole('button', { name: 'Change the words' }).click()
    await first.getByLabel('The question').fill('What then?')
    t.equal(await first.getByText('At least').count(), 0)
    await first.getByRole('button', { name: 'Answer this' }).click()
    await checkView(t, page, 'interview, a question')
    const { session }: Loose = (await interview.restore()).body
    t.same(session.questions[0].references, [buildCitation(source, review)])
  })

  await t.test('the answer is kept while it is typed, and saved exactly', async (t) => {
    await page.getByLabel('Your answer').fill(typed)
    await page.getByLabel('Your answer').press('Control+End')
    await page.reload()
    t.equal(await page.getByLabel('Your answer').inputValue(), typed)
    await page.keyboard.press('Tab')
    await page.getByLabel('Your answer').press('Control+Enter')
    await page.getByText('Question 2 of 3').waitFor()
    const { session }: Loose = (await interview.restore()).body
    t.equal(session.questions[0].answer, typed)
    t.equal(await page.evaluate('Object.keys(localStorage).filter((key) => /answer|question/.test(key)).length'), 0)
  })

  await t.test('what was answered is not proposed again', async (t) => {
    await ready.first().waitFor()
    t.equal(await ready.filter({ hasText: review }).count(), 0)
  })

  await t.test('a skipped question can be answered later', async (t) => {
    const { session }: Loose = (await interview.restore()).body
    const { question }: Loose = (await interview.offer(session, 2, buildCitation(source, 'in one winter'))).body
    await interview.answer(question, null)
    await goTo(page, context, 'answers')
    await checkView(t, page, 'answers, one skipped')
    await page.getByRole('link', { name: 'Answer it after all' }).click()
    await ready.first().getByText('You skipped this earlier').waitFor()
    await ready.first().getByRole('button', { name: 'Answer this' }).click()
    await page.getByRole('heading', { level: 1, name: question.question }).waitFor()
    await page.getByLabel('Your answer').fill('It was cold.')
    await page.getByRole('button', { name: 'Save the answer' }).click()
    await waitForFocus(page, 'heading', 'That was the last question')
    await checkView(t, page, 'interview, the last question')
  })

  await t.test('finishing leads to the page', async (t) => {
    await page.getByRole('button', { name: 'Finish the interview' }).click()
    await waitForFocus(page, 'heading', 'Mara Quill')
    t.match((await interview.restore()).body, { session: { state: 'finished' } })
    t.same(complaints, [])
  })
})

t.test('an artist without a text is told what happens next, and is asked as soon as there is one', async (t) => {
  const context = await openConsole(t)
  const { page, complaints } = await context.visitAs('owner', { width: 360, height: 740 })
  await goTo(page, context, 'interview')
  await page.getByRole('button', { name: 'Start' }).click()
  await checkView(t, page, 'interview, without a text')
  await page.getByRole('link', { name: 'look for more texts' }).click()
  await waitForFocus(page, 'heading', 'Sources')
  await goTo(page, context, 'setup')
  await page.getByRole('button', { name: 'Begin' }).click()
  await waitForFocus(page, 'heading', 'Your pages')
  await checkView(t, page, 'new artist, no page was found')
  await page.getByRole('button', { name: 'These are mine, go on' }).click()
  await waitForFocus(page, 'heading', 'What may be quoted')
  await checkView(t, page, 'new artist, without a text')
  await context.addSource(portrait, { title: 'A portrait' })
  await goTo(page, context, 'interview')
  await page.getByRole('list', { name: 'Questions that are ready' }).getByText(portrait).waitFor()
  t.same(complaints, [])
})
