import t from 'tap'
import { createInterviewClient, passage } from '../sessions/interview.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { goTo, openConsole } from './open-console.ts'

t.setTimeout(240_000)

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
  await waitForText(/^(?:🔔){299}\.\n\nShe said/u)
  t.equal(await text.locator('mark').textContent(), passage)
  await earlier?.click()
  await waitForText(/^(?:🔔){2000}\.\n\nShe said/u)
  t.ok(await earlier?.isDisabled(), 'it is the beginning')
  await later?.click()
  await waitForText(/^e had come/)
  await later?.click()
  await page.getByText('100 % read').waitFor()
  t.ok(await later?.isDisabled(), 'it is the end')

  await context.addSource('The tide has gone.', source)
  await page.reload()
  await page.getByRole('button', { name: 'read around it' }).click()
  await page.getByText('An earlier version of this text; it has changed since.').waitFor()
  t.equal(await text.locator('mark').textContent(), passage)
  t.same(complaints, [])
})
