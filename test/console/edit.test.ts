import t from 'tap'
import { addImportedAnswer } from '../sessions/interview.ts'
import type { Loose } from '../support/test-context.ts'
import { checkView, goTo, openConsole } from './open-console.ts'

t.setTimeout(240_000)

const quoted = 'Mara Quill recorded “Low Water” in one winter, on a pump organ that had lost two of its reeds.'
const answer = 'The bell was mine, and I rang it once.'
const added = '\n\nI wrote  this 😀 myself.'

t.test('the text of the page is edited before it is published', async (t) => {
  const context = await openConsole(t)
  await context.addSource(quoted, { title: 'A review' })
  await addImportedAnswer(context, { answer })
  const path = `/api/artist/${context.artistId}`
  await context.call('owner', 'POST', `${path}/research/refresh`, { mode: 'lore-only' })
  const read = async (): Promise<Loose> =>
    ((await context.call('owner', 'GET', `${path}/knowledge/lore`)) as Loose).body.lore
  const { page, complaints } = await context.visitAs('owner')
  await goTo(page, context, 'page')
  const field = page.getByLabel('The text of version 1')
  await page.getByRole('button', { name: 'Edit the text' }).click()
  const composed = await read()

  await t.test('the field holds the exact text, and keeps on the device what is typed', async (t) => {
    t.equal(await field.inputValue(), composed.text)
    t.equal(await page.getByRole('button', { name: 'Publish this text' }).isDisabled(), true)
    await field.fill(composed.text + added)
    await page.getByRole('region', { name: 'What you changed' }).locator('ins').first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Go on editing' }).click()
    t.equal(await field.inputValue(), composed.text + added)
  })

  await t.test('what was published elsewhere in the meantime is shown, and not replaced unasked', async (t) => {
    const body = { revision: composed.revision, publishedRevision: composed.revision, text: 'Another page.' }
    await context.call('owner', 'POST', `${path}/knowledge/lore/publish`, body)
    await page.getByRole('button', { name: 'Publish this text' }).click()
    await checkView(t, page, 'page, published elsewhere')
    t.equal((await read()).text, 'Another page.')
    await page.getByRole('button', { name: 'Publish this text' }).click()
    await page.locator('[aria-label^="Versions"] [aria-current]', { hasText: 'Version 3' }).waitFor()
    const { text, citations, state } = await read()
    t.same([text, state], [composed.text + added, 'published'])
    t.equal(citations.length, composed.citations.length, 'what stands unchanged is quoted still')
  })

  await t.test('a sentence that a boundary rules out is shown while it stands in the text', async (t) => {
    const boundary = { requestId: crypto.randomUUID(), questionKey: 'general', scope: 'until_retracted' }
    await context.call('owner', 'POST', `${path}/interview/boundaries`, { ...boundary, wording: 'The bell.' })
    await page.reload()
    // The boundary makes a new composition, a change of the records that a publication would meet.
    await page.getByText('A new version is ready').waitFor()
    await page.getByRole('button', { name: 'Edit the text' }).click()
    const edited = page.getByLabel('The text of version 3')
    await checkView(t, page, 'page, what is ruled out stands in the text')
    await edited.fill((await edited.inputValue()).replace('myself', 'alone'))
    await page.getByRole('button', { name: 'Publish it all the same' }).click()
    await page.getByText('Version 5').first().waitFor()
    t.match((await read()).text, answer)
  })

  await t.test('it can be left out afterwards', async (t) => {
    await checkView(t, page, 'page, what is ruled out is public')
    await page.getByRole('button', { name: 'Publish without it' }).click()
    await page.getByText('Version 6').first().waitFor()
    const { text } = await read()
    t.match(text, 'I wrote  this 😀 alone.')
    t.notMatch(text, answer)
    t.same(await page.evaluate('Object.keys(localStorage)'), [], 'no draft is left')
    t.same(complaints, [])
  })
})
