import t from 'tap'
import { addImportedAnswer, offerFirstQuestion } from '../sessions/interview.ts'
import type { Loose } from '../support/test-context.ts'
import { checkView, goTo, openConsole, waitForFocus } from './open-console.ts'

t.setTimeout(240_000)

t.test('an answer is revised on two devices at once', async (t) => {
  const context = await openConsole(t)
  const answer = await addImportedAnswer(context)
  const path = `/api/artist/${context.artistId}/interview/responses/${answer.id}`
  const read = async (): Promise<string> => ((await context.call('owner', 'GET', path)) as Loose).body.response.answer
  const desk = await context.visitAs('owner')
  const phone = await context.visitAs('owner', { width: 360, height: 740 })
  const revise = async ({ page }: typeof desk, words: string) => {
    await goTo(page, context, 'answers')
    await page.getByRole('button', { name: 'Revise' }).click()
    await waitForFocus(page, 'textbox', 'New wording')
    await page.getByLabel('New wording').fill(words)
  }
  const [mine, theirs] = ['The bell was mine, and I rang it once.', 'The bell was hers.']
  await revise(desk, 'x'.repeat(2_001))
  await desk.page.getByText('2,001 characters, 2,000 at most.').waitFor()
  t.equal(await desk.page.getByRole('button', { name: 'Save the new wording' }).isDisabled(), true)
  await desk.page.getByRole('button', { name: 'Leave it as it was' }).click()
  await revise(desk, mine)
  await revise(phone, theirs)
  await phone.page.getByRole('button', { name: 'Save the new wording' }).click()
  await phone.page.getByText('Your new wording is saved.').waitFor()
  await waitForFocus(phone.page, 'button', 'Revise')

  await t.test('nothing is overwritten unasked: both wordings are shown', async (t) => {
    await desk.page.getByRole('button', { name: 'Save the new wording' }).click()
    await checkView(t, desk.page, 'answers, two wordings')
    t.equal(await read(), theirs)
  })

  await t.test('a second conflict is shown as well', async (t) => {
    await revise(phone, 'The bell was ours.')
    await phone.page.getByRole('button', { name: 'Save the new wording' }).click()
    await waitForFocus(phone.page, 'button', 'Revise')
    await desk.page.getByRole('button', { name: 'Save mine' }).click()
    await desk.page.getByText('The bell was ours.', { exact: true }).waitFor()
    t.equal(await read(), 'The bell was ours.')
  })

  await t.test('the own wording is saved on request, and every wording stays readable', async (t) => {
    await desk.page.getByRole('button', { name: 'Save mine' }).click()
    await desk.page.getByText('Your wording is saved.').waitFor()
    t.equal(await read(), mine)
    await desk.page.getByText('Earlier wordings').click()
    await desk.page.getByText(answer.answer, { exact: true }).waitFor()
    await checkView(t, desk.page, 'answers, four wordings')
    t.same([...desk.complaints, ...phone.complaints], [])
  })
})

t.test('a question is answered elsewhere while its answer is typed: both wordings are shown', async (t) => {
  const context = await openConsole(t)
  const { question, answer } = await offerFirstQuestion(context)
  const { page } = await context.visitAs('owner')
  const [mine, theirs] = ['The reeds were mine, and I filed them.', 'The reeds were hers.']
  await goTo(page, context, 'interview')
  await page.getByLabel('Your answer').fill(mine)
  t.equal((await answer(question, theirs)).status, 200)
  // Another tab has begun to revise what was saved there.
  const draft = JSON.stringify({ answer: 'The reeds', from: { id: question.id, answer: theirs, revision: 'old' } })
  const key = `sittings.draft/owner/revision/${context.artistId}/${question.id}`
  await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, draft])
  await page.getByRole('button', { name: 'Save the answer' }).click()
  const conflict = page.getByRole('alert', { name: 'Two wordings' })
  await conflict.getByText(theirs, { exact: true }).waitFor()
  await conflict.getByText(mine, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await conflict.waitFor({ state: 'hidden' })
  const path = `/api/artist/${context.artistId}/interview/responses/${question.id}`
  t.equal(((await context.call('owner', 'GET', path)) as Loose).body.response.answer, mine)
})
