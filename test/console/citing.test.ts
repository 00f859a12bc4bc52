import t from 'tap'
import { createInterviewClient } from '../sessions/interview.ts'
import type { Loose } from '../support/test-context.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { goTo, tabTo, waitForFocus } from './stories.ts'

t.setTimeout(240_000)

const text = 'The organ came from a chapel that the sea has since taken. She played it every night of that winter.'

t.test('citing in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const context = await setup.visitAs('owner')
  const { page, artistId } = context
  const interview = createInterviewClient(setup)
  const source = await setup.addSource(text, { title: 'A review' })
  const untitled = await setup.addSource('Take one of the organ, before the tide came in and the lamps went out.', {
    kind: 'social_caption',
    title: '',
  })
  await setup.db.updateTable('sources').set({ title: null }).where('source_id', '=', untitled.sourceId).execute()
  const { session }: Loose = (await interview.start()).body
  const key = `sittings.draft/owner/question/${artistId}/${session.id}/1`
  const readCited = async (): Promise<Loose[]> =>
    JSON.parse(String(await page.evaluate(`localStorage.getItem('${key}')`)))?.references ?? []
  const removeCited = async () => page.getByRole('button', { name: /^Remove the passage/ }).click()
  await goTo(context, 'sitting')

  await t.test('says who asks whom, and how to do it alone', async () => {
    await page.getByText('An interviewer asks, Mara Quill answers').waitFor()
    await page.getByText('Alone? Do both here: write a question for yourself, then answer it.').waitFor()
  })

  await t.test('marks the words of a search in what it found, and cites that with one press', async (t) => {
    await page.getByRole('searchbox').fill('chapels')
    await page.keyboard.press('Enter')
    const hit = page.getByRole('list', { name: 'Passages found' }).getByRole('listitem')
    await hit.getByText('A review', { exact: true }).waitFor()
    t.same(await hit.locator('mark').allInnerTexts(), ['chapel'])
    const shown = await hit.locator('.quoted').innerText()
    await tabTo(page, 'button', /^Cite it/)
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'textbox', 'The question')
    const [reference] = await readCited()
    t.equal(reference.quote, shown, 'what is cited is what was seen')
    t.equal(text.slice(reference.start, reference.end), reference.quote)
    t.equal(reference.revision, source.revision)
    await removeCited()
  })

  await t.test('cites a passage that was opened from a search by Enter alone', async (t) => {
    await tabTo(page, 'button', /^Open in its text.*A review/)
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'group', 'Text of A review')
    await page.getByText(/^Marked:/).waitFor()
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'textbox', 'The question')
    const [reference] = await readCited()
    t.equal(text.slice(reference.start, reference.end), reference.quote)
    await removeCited()
    await page.getByRole('button', { name: '← All evidence' }).click()
  })

  await t.test('shows the sentences with the words of a search, and cites just these of a long passage', async (t) => {
    const others = Array.from({ length: 9 }, (_, at) => `Verse ${at + 1} of the psalm was about nothing of the kind.`)
    const long = [...others, 'A tuning fork lay on the harmonium.', ...others].join(' ')
    await setup.addSource(long, { title: 'A long letter' })
    await page.getByRole('searchbox').fill('tuning fork')
    await page.keyboard.press('Enter')
    const hits = page.getByRole('list', { name: 'Passages found' }).getByRole('listitem')
    const hit = hits.filter({ hasText: 'A long letter' })
    await hit.waitFor()
    t.same(await hit.locator('mark').allInnerTexts(), ['tuning', 'fork'])
    const shown = await hit.locator('.quoted').innerText()
    t.match(shown, /^A tuning fork lay on the harmonium\. Verse/)
    t.ok(shown.length <= 320, `${shown.length} of ${long.length} characters`)
    await hit.getByRole('button', { name: /^Cite it/ }).click()
    await waitForFocus(page, 'textbox', 'The question')
    const [reference] = await readCited()
    t.same([reference.quote, long.slice(reference.start, reference.end)], [shown, shown])
    await removeCited()
  })

  await t.test('opens a passage that is longer than its window at its beginning', async (t) => {
    const verses = Array.from({ length: 30 }, (_, at) => `The lamp ${at + 1}.`)
    await setup.addSource(verses.join('\n\n'), { title: 'Thirty verses' })
    await page.getByRole('searchbox').fill('lamp')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Open in its text.*Thirty verses/ }).click()
    await page.getByRole('group', { name: 'Text of Thirty verses' }).locator('mark').waitFor()
    const overshoot = `(() => {
      const [host, mark] = ['.original', '.original mark'].map((one) => document.querySelector(one).getBoundingClientRect())
      return [mark.height > host.height, mark.top - host.top >= -1]
    })()`
    t.same(await page.evaluate(overshoot), [true, true])
    await page.getByRole('button', { name: '← All evidence' }).click()
  })

  await t.test('proposes passages that no question cites, and a post by its own words', async (t) => {
    const points = page.getByRole('region', { name: 'Not asked about yet' }).getByRole('listitem')
    t.equal(await points.count(), 2)
    const post = points.filter({ hasText: 'A post: Take one of the organ' })
    await post.getByRole('button', { name: /^Ask about it/ }).click()
    await waitForFocus(page, 'textbox', 'The question')
    await post.waitFor({ state: 'detached' })
    t.equal(await points.count(), 1, 'what is cited is proposed no more')
    await page.keyboard.type('What did you hear before the tide came in?')
    await page.keyboard.press('Control+Enter')
    await waitForFocus(page, 'textbox', 'Your answer')
    const [question]: Loose[] = (await interview.restore()).body.session.questions
    t.same(
      question.references.map((one: Loose) => [one.sourceId, one.revision]),
      [[untitled.sourceId, untitled.revision]],
    )
  })

  t.same(context.complaints, [])
})
