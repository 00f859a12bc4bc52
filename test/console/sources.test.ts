import t from 'tap'
import { addDiscovery } from '../evidence/discoveries.ts'
import { checkView, goTo, openConsole } from './open-console.ts'

t.setTimeout(240_000)

t.test('one thing is looked for until it is found, and what was found is decided about', async (t) => {
  const context = await openConsole(t)
  await addDiscovery(context, 'Mara Quill had the pump organ from her grandmother, and carried it down three flights.')
  const { page, complaints } = await context.visitAs('owner')
  await goTo(page, context, 'sources')
  const look = page.getByRole('button', { name: 'Look for it' })
  for (const topic of ['it', '   ', 'x'.repeat(161)]) {
    await page.getByLabel('What is it about?').fill(topic)
    t.equal(await look.isDisabled(), true, 'a topic that the service would refuse')
  }
  await page.getByLabel('What is it about?').fill('the pump organ')
  // Work that could not go on for once goes on by itself.
  const json = { status: 'error', code: 'internal', error: 'The service has a defect' }
  await page.route('**/research/advance', (route) => route.fulfill({ status: 500, json }), { times: 1 })
  await look.click()
  await page.getByText('The service has a defect').waitFor()
  await checkView(t, page, 'sources, one thing found')
  await page.getByRole('button', { name: 'Open in its text' }).click()
  await checkView(t, page, 'sources, what was found in its text')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Not me' }).click()
  await page.getByText('Nothing is here.').waitFor()
  await page.locator('summary:focus').first().waitFor()
  await page.getByText('you have not decided about it yet').waitFor({ state: 'detached' })
  await page.getByText('What you have decided').click()
  await page.getByRole('button', { name: 'Decide again' }).waitFor()
  await checkView(t, page, 'sources, decided')
  t.same(complaints, [])
})
