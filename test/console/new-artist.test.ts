import t, { type Test } from 'tap'
import { createCatalogOfPages, createOnboardingClient } from '../onboarding/conversation.ts'
import { checkView, goTo, openConsole, waitForFocus } from './open-console.ts'

t.setTimeout(240_000)

const evidence =
  'Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin, in one winter, on a pump organ. The van was sold for the tape.'
const found = { url: 'https://maraquill.example/', displayName: 'Mara Quill' }
const namesake = { url: 'https://quill-pens.example/mara', displayName: 'Mara Quill, fine nibs' }

t.test('a new artist comes to a published page, on a phone', async (t) => {
  const context = await openConsole(t, { catalog: createCatalogOfPages(found, namesake) })
  await context.addSource(evidence, { curation: 'pending', title: 'A review' })
  const { state } = createOnboardingClient(context)
  const { page, complaints } = await context.visitAs('owner', { width: 360, height: 740 })
  const audit = (t: Test, what: string) => checkView(t, page, `new artist, ${what}`)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

  await t.test('an artist with one page lands in the set-up', async (t) => {
    await page.getByRole('heading', { level: 1, name: 'Set up the page of Mara Quill' }).waitFor()
    await audit(t, 'not begun')
    await press('Begin')
    await waitForFocus(page, 'heading', 'Your pages')
    await page.getByText('Which of these pages are yours?').waitFor()
  })

  await t.test('the pages: a namesake is taken out, a host without a scheme is added', async (t) => {
    await page.getByRole('checkbox', { name: /fine nibs/ }).uncheck()
    await page.getByLabel('Pages of yours that are missing').fill('not an address')
    await page.getByText('Not a web address: not an address').waitFor()
    t.equal(await page.getByRole('button', { name: 'These are mine, go on' }).isDisabled(), true)
    await page.getByLabel('Pages of yours that are missing').fill('tide-table.example')
    await audit(t, 'profiles')
    await press('These are mine, go on')
    await waitForFocus(page, 'heading', 'What may be quoted')
    const profiles = await context.db.selectFrom('artist_profiles').select(['url', 'state']).execute()
    t.same(profiles.map(({ url, state }) => [url, state]).toSorted(), [
      [found.url, 'linked'],
      [namesake.url, 'removed'],
      ['https://tide-table.example', 'linked'],
    ])
  })

  await t.test('the texts: what was chosen is there after a reload', async (t) => {
    const choice = page.getByRole('group', { name: 'A review' }).getByLabel('May be quoted')
    await choice.check()
    await page.reload()
    await choice.waitFor()
    t.equal(await choice.isChecked(), true)
    await audit(t, 'sources')
    await press('Go on')
    await waitForFocus(page, 'textbox', 'Your answer')
  })

  await t.test('the questions are counted; one is answered and three are skipped', async (t) => {
    await page.getByText('Question 1 of 4').waitFor()
    await page.getByLabel('Your answer').fill('From the kitchen of my grandmother.')
    await audit(t, 'a question')
    await page.keyboard.press('Control+Enter')
    for (const number of [2, 3, 4]) {
      await page.getByText(`Question ${number} of 4`).waitFor()
      await press('Skip it')
    }
    await waitForFocus(page, 'heading', 'The text to publish')
    t.match(await state(), { currentStep: 'publish' })
  })

  await t.test('a draft is written, changed and published', async (t) => {
    await press(/^Write it from/)
    await page.getByLabel('Who you are, in a few sentences').fill('Singer and songwriter from Orrin.')
    await audit(t, 'a draft')
    const boundary = { requestId: crypto.randomUUID(), questionKey: 'general', scope: 'until_retracted' }
    const path = `/api/artist/${context.artistId}/interview/boundaries`
    await context.call('owner', 'POST', path, { ...boundary, wording: 'Nothing about the van.' })
    await press('Publish the page')
    await page.getByText('Your Lore says what touches a boundary: “The van was sold for the tape.”').waitFor()
    await audit(t, 'a draft that says what is ruled out')
    await press('Choose someone else to write it')
    await press(/^Write it from/)
    await page.getByLabel('Who you are, in a few sentences').fill('Singer and songwriter from Orrin.')
    await press('Publish the page')
    await page.getByRole('heading', { name: 'Your page is published' }).waitFor()
    t.match(await state(), { complete: true })
  })

  await t.test('the page shows who the artist is, and the answer', async (t) => {
    await page.getByRole('link', { name: 'See your page' }).click()
    await page.getByText('Singer and songwriter from Orrin.').waitFor()
    await page.getByText('From the kitchen of my grandmother.').first().waitFor()
    await audit(t, 'the page')
    t.same(complaints, [])
  })

  await t.test('signed in again, the artist lands in the interview', async () => {
    await goTo(page, context, '')
    await page.getByRole('heading', { name: 'Your first interview' }).waitFor()
  })
})
