import t from 'tap'
import { addDiscovery } from '../evidence/discoveries.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { goTo } from './stories.ts'

t.setTimeout(240_000)

t.test('the review in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const titles = ['The first', 'The second', 'The third']
  for (const title of titles) await addDiscovery(setup, `${title} text tells of the bell.`)
  const rows = await setup.db.selectFrom('discoveries').select('id').orderBy('id').execute()
  for (const [at, { id }] of rows.entries())
    await setup.db
      .updateTable('discoveries')
      .set({ title: titles[at] ?? null })
      .where('artist_id', '=', setup.artistId)
      .where('id', '=', id)
      .execute()
  const readCurations = async () =>
    (await setup.db.selectFrom('discoveries').select('curation').orderBy('id').execute()).map((row) => row.curation)
  const context = await setup.visitAs('admin')
  const { page } = context
  const focused = (title: string) =>
    page.getByRole('article', { name: title, exact: true }).and(page.locator(':focus')).waitFor()
  await goTo(context, 'review')
  await page.getByText('3 waiting').waitFor()

  await t.test('names the artist in the question and in what each decision says', async () => {
    await page.getByText('Is each of these about Mara Quill, and is it right?').waitFor()
    await page.getByText('As far as research can tell, this may be about Mara Quill.').first().waitFor()
    await page.getByText('it is not about Mara Quill, but about somebody else').first().waitFor()
  })

  await t.test('decides nothing before a finding has the focus', async (t) => {
    await page.locator('h1').focus()
    await page.keyboard.press('a')
    await page.keyboard.press('j')
    await focused('The first')
    t.same(await readCurations(), ['pending', 'pending', 'pending'])
  })

  await t.test('moves, reads, decides and takes back by keys alone', async (t) => {
    await page.keyboard.press('j')
    await focused('The second')
    await page.keyboard.press('o')
    await page.getByText('The second text tells of the bell.').waitFor()
    await page.keyboard.press('w')
    await page.getByText('Turned down: another artist: The second').waitFor()
    await focused('The third')
    t.same(await readCurations(), ['pending', 'wrong_artist', 'pending'])
    await page.keyboard.press('d')
    await page.getByText('Declined: The third').waitFor()
    await focused('The first')
    await page.keyboard.press('u')
    await page.getByText('Waits again: The third').waitFor()
    await focused('The third')
    t.equal(await page.getByText('✓ Saved').count(), 0, 'it was taken back, not saved')
    t.same(await readCurations(), ['pending', 'wrong_artist', 'pending'])
  })

  await t.test('shows what was decided, also what is decided while it is shown, and takes each back', async (t) => {
    await page.getByRole('button', { name: 'Show what was decided' }).click()
    const decided = page.locator('article', { hasText: 'Turned down: another artist' })
    await decided.getByText('The second').waitFor()
    await page
      .getByRole('article', { name: 'The first', exact: true })
      .getByRole('button', { name: 'Incorrect' })
      .click()
    await page.locator('article', { hasText: 'Turned down: incorrect' }).getByText('The first').waitFor()
    await page.getByRole('button', { name: 'Take back the decision about The second' }).click()
    await focused('The second')
    await decided.waitFor({ state: 'detached' })
    t.same(await readCurations(), ['incorrect', 'pending', 'pending'])
  })

  await t.test('keeps the finding and says why where a decision fails', async (t) => {
    await page.context().setOffline(true)
    await page.keyboard.press('d')
    await page.getByText('✗ Nothing was decided').waitFor()
    await page.locator('.failure:focus').waitFor()
    await page.context().setOffline(false)
    t.same(await readCurations(), ['incorrect', 'pending', 'pending'])
  })

  t.same(context.complaints, [])
})
