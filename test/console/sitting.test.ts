import t from 'tap'
import { createInterviewClient } from '../sessions/interview.ts'
import type { Loose } from '../support/test-context.ts'
import { inBrowser, openConsole } from './open-console.ts'
import {
  answerWithoutNetwork,
  cited,
  goTo,
  holdSittingByKeyboard,
  passage,
  reviseInConflict,
  tabTo,
  waitForFocus,
} from './stories.ts'

t.setTimeout(240_000)

t.test('a claimant in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const context = await setup.visitAs('owner')
  const { page, artistId, call } = context
  const interview = createInterviewClient(setup)

  await t.test('holds a whole sitting by keyboard alone', async () => holdSittingByKeyboard(context))
  await t.test('revises an answer that changed in between, with a word diff', async () => reviseInConflict(context))
  await t.test('loses no text without a network or a service', async () => answerWithoutNetwork(context))

  await t.test('skips a question', async (t) => {
    const { session }: Loose = (await interview.restore()).body
    const source = await setup.addSource(passage)
    const start = passage.indexOf(cited)
    const { sourceId, revision } = source
    await interview.offer(session, 2, {
      kind: 'original',
      sourceId,
      revision,
      start,
      end: start + cited.length,
      quote: cited,
    })
    await page.reload()
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByText('skipped', { exact: true }).waitFor()
    t.equal((await interview.restore()).body.session.questions[1].state, 'skipped')
  })

  await t.test('marks exact windows deep in a long text', async (t) => {
    const source = await setup.addSource(`${'😀'.repeat(4_000)}. The ferry left before the second verse. End.`)
    await goTo(context, 'answers')
    await goTo(context, 'sitting')
    await page.getByRole('searchbox').fill('ferry second verse')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open in its text' }).click()
    await page.locator('.original mark').waitFor()
    await page.locator('.original').focus()
    const ferry = 'Marked: The ferry left before the second verse.'
    for (let at = 0; at < 6 && (await page.locator('.picked').innerText()) !== ferry; at += 1) {
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Enter')
    const { id } = (await interview.restore()).body.session
    const name = `sittings.draft/owner/question/${artistId}/${id}/3`
    const { references } = JSON.parse(String(await page.evaluate(`localStorage.getItem('${name}')`)))
    const start = source.text.indexOf('The ferry')
    t.same(
      references.map((one: Loose) => [one.sourceId, one.start, one.end, one.quote]),
      [[source.sourceId, start, start + 39, 'The ferry left before the second verse.']],
    )
    await page.evaluate(`localStorage.removeItem('${name}')`)
    await page.reload()
  })

  await t.test('pages on where a window would begin inside a character', async (t) => {
    const title = 'Two rows of faces'
    // The first window ends before the character at 5,999; 500 before that is the middle of one.
    await setup.addSource(`${'😀'.repeat(2_900)}a${'😀'.repeat(2_000)}`, { title })
    await page.reload()
    await page.getByRole('button', { name: title }).click()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByText('5,498 to 9,801 of 9,801').waitFor()
    t.equal(await page.getByRole('alert').count(), 0)
    await page.getByRole('button', { name: '← All evidence' }).click()
  })

  await t.test('draws a boundary, sees it in the memory, and keeps the question when the memory changes', async (t) => {
    await page.getByRole('searchbox').fill('bell record')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open in its text' }).first().click()
    await page.locator('.original mark').click({ clickCount: 3 })
    await page.getByRole('button', { name: 'Cite this passage' }).click()
    const question = page.getByLabel('The question')
    await question.fill('What did the first take sound like?')
    const { session }: Loose = (await interview.restore()).body
    const drawn = {
      requestId: crypto.randomUUID(),
      questionKey: session.questions[0].questionKey,
      wording: 'Nothing about the bell.',
      scope: 'until_retracted',
    }
    t.equal((await call('owner', 'POST', `/api/artist/${artistId}/interview/boundaries`, drawn)).status, 200)
    await page.getByRole('button', { name: 'Ask this question' }).click()
    await page.getByText('What to respect has changed while you wrote').waitFor()
    t.equal(await question.inputValue(), 'What did the first take sound like?', 'the question is kept')
    t.ok(await page.getByText('Nothing about the bell.').isVisible(), 'the new boundary is shown above it')
    await page.getByRole('button', { name: 'Ask this question' }).click()
    await page.getByLabel('Your answer').waitFor()
    t.equal((await interview.restore()).body.session.questions[2].question, 'What did the first take sound like?')

    await goTo(context, 'boundaries')
    await page.getByLabel('What should not be asked').fill('Nor about the harbour.')
    await tabTo(page, 'button', 'What would it keep out?')
    await page.keyboard.press('Enter')
    await page.locator('.reach [role="status"] p').first().waitFor()
    await waitForFocus(page, 'button', 'What would it keep out?')
    await page.keyboard.press('Tab')
    await waitForFocus(page, 'button', 'Save the boundary')
    await page.keyboard.press('Enter')
    await page.getByText('✓ Boundary saved').waitFor()
    await waitForFocus(page, 'textbox', 'What should not be asked')
    await page.getByRole('button', { name: /Take back.*Nor about the harbour/ }).click()
    await page.getByRole('button', { name: /Take back.*Nor about the harbour/ }).waitFor({ state: 'detached' })
    await waitForFocus(page, 'textbox', 'What should not be asked')
    const held: Loose = await call(
      'owner',
      'GET',
      `/api/artist/${artistId}/interview/boundaries?sitting=${session.sitting}`,
    )
    t.same(
      held.body.boundaries.map((one: Loose) => one.wording),
      ['Nothing about the bell.'],
    )
  })

  await t.test('is offered the new place of a passage that moved', async (t) => {
    const { session }: Loose = (await interview.restore()).body
    await goTo(context, 'sitting')
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByText('All three questions are asked.').waitFor()
    await waitForFocus(page, 'button', 'Finish the sitting')
    await interview.finish(session)
    const next: Loose = (await interview.start()).body.session
    const source = await setup.addSource(`First. ${passage}`)
    const start = source.text.indexOf(cited)
    const reference = {
      kind: 'original',
      sourceId: source.sourceId,
      revision: source.revision,
      start,
      end: start + cited.length,
      quote: 'The bell on the record is true.',
    }
    const draft = { question: 'Who rang the bell on the record?', references: [reference] }
    await page.evaluate(
      `localStorage.setItem('sittings.draft/owner/question/${artistId}/${next.id}/1', ${JSON.stringify(JSON.stringify(draft))})`,
    )
    await goTo(context, 'sitting')
    await page.reload()
    await page.getByRole('button', { name: 'Ask this question' }).click()
    const note = page.getByRole('alert', { name: 'Evidence that changed' })
    await note.locator('ins').waitFor()
    await page.getByRole('button', { name: 'Cite its new place' }).click()
    await page.getByRole('button', { name: 'Ask this question' }).click()
    await page.getByLabel('Your answer').waitFor()
    const { references } = (await interview.restore()).body.session.questions[0]
    t.equal(references[0].quote, cited)
  })

  await t.test('opens each citation in its context, and comes back by Escape', async (t) => {
    const opener = page.getByRole('button', { name: 'Show in its text' }).first()
    await opener.click()
    await page.getByRole('dialog').locator('mark').waitFor()
    t.equal(await page.getByRole('dialog').locator('mark').textContent(), cited)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    t.equal(await opener.and(page.locator(':focus')).count(), 1, 'the focus is back')
  })

  await t.test('keeps typed text when the token expires, and finds it again', async (t) => {
    await page.getByLabel('Your answer').fill('Half an answer')
    await page.evaluate(`sessionStorage.setItem('sittings.token', 'a.b.c')`)
    await page.getByRole('button', { name: 'Save the answer' }).click()
    await page.getByText('does not take this token any more').waitFor()
    await page.getByLabel('Access token').fill(JSON.stringify({ token: await setup.token('owner') }))
    await page.keyboard.press('Enter')
    t.equal(await page.getByLabel('Your answer').inputValue(), 'Half an answer')
    t.notMatch(page.url(), /token|eyJ/, 'no token in the address')
  })

  t.same(context.complaints, [], 'nothing failed in the page, and no other origin was called')
})
