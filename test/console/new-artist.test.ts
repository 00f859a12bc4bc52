import t, { type Test } from 'tap'
import { createCatalogOfPages } from '../onboarding/conversation.ts'
import { checkView, goTo, openConsole, waitForFocus } from './open-console.ts'

t.setTimeout(240_000)

const evidence =
  'Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin, in one winter, on a pump organ. The van was sold for the tape.'
const found = { url: 'https://maraquill.example/', displayName: 'Mara Quill' }
const namesake = { url: 'https://quill-pens.example/mara', displayName: 'Mara Quill, fine nibs' }

t.test('a new artist comes to a published page, on a phone', async (t) => {
  const context = await openConsole(t, { catalog: createCatalogOfPages(found, namesake) })
  await context.addSource(evidence, { curation: 'pending', title: 'A review' })
  const { page, complaints } = await context.visitAs('owner', { width: 360, height: 740 })
  const audit = (t: Test, what: string) => checkView(t, page, `new artist, ${what}`)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

  await t.test('an artist with one page lands in the set-up', async (t) => {
    await audit(t, 'not begun')
    t.equal(await page.locator('.stepper [aria-current=step]').textContent(), '1Your pages')
    await press('Begin')
    await waitForFocus(page, 'heading', 'Your pages')
  })

  await t.test('the pages: a namesake is taken out, a host without a scheme is added', async (t) => {
    for (const isTheirs of [false, true, false])
      await page.getByRole('checkbox', { name: /fine nibs/ }).setChecked(isTheirs)
    await page.getByLabel('Pages of yours that are missing').fill('not an address')
    await page.getByText('Not a web address: not an address').waitFor()
    t.equal(await page.getByRole('button', { name: 'These are mine, go on' }).isDisabled(), true)
    await page.getByLabel('Pages of yours that are missing').fill('tide-table.example')
    await audit(t, 'profiles')
    await press('These are mine, go on')
    await waitForFocus(page, 'heading', 'What may be quoted')
  })

  await t.test('the texts: what was chosen is there after a reload', async (t) => {
    const choice = page.getByRole('group', { name: 'A review' }).getByLabel('May be quoted')
    await choice.check()
    await page.reload()
    await choice.waitFor()
    t.equal(await choice.isChecked(), true)
    await audit(t, 'sources')
    t.match(await page.locator('.stepper').textContent(), '✓Your pages: done, change it2What may be quoted3')
    await press('Go on')
    await waitForFocus(page, 'textbox', 'Your answer')
  })

  await t.test('the questions are counted; one is answered and three are skipped', async (t) => {
    await page.getByText('Question 1 of 4').waitFor()
    t.equal(await page.getByRole('button', { name: 'Save the answer' }).isDisabled(), true)
    await page.getByLabel('Your answer').fill('From the kitchen of my grandmother.')
    await audit(t, 'a question')
    await page.keyboard.press('Control+Enter')
    for (const number of [2, 3, 4]) {
      await page.getByText(`Question ${number} of 4`).waitFor()
      await press('Skip it')
    }
    await waitForFocus(page, 'heading', 'The text to publish')
  })

  await t.test('a draft is written, changed and published', async (t) => {
    await audit(t, 'who writes it')
    await press(/^Write it from/)
    await page.getByLabel('Who you are, in a few sentences').fill('Singer and songwriter from Orrin.')
    const boundary = { requestId: crypto.randomUUID(), questionKey: 'general', scope: 'until_retracted' }
    const path = `/api/artist/${context.artistId}/interview/boundaries`
    await context.call('owner', 'POST', path, { ...boundary, wording: 'Nothing about the van.' })
    await press('Publish the page')
    await audit(t, 'a draft that says what is ruled out')
    await press('Choose someone else to write it')
    await page.getByLabel('Your own words, if you write it yourself').fill('I sing.')
    await audit(t, 'another choice of who writes it')
    await press('I write it myself')
    await audit(t, 'a draft in own words')
    await page.getByLabel('Your page').fill('x'.repeat(20_001))
    t.equal(await page.getByRole('button', { name: 'Publish the page' }).isDisabled(), true)
    await press('Choose someone else to write it')
    await press(/^Write it from/)
    await page.getByLabel('Who you are, in a few sentences').fill('Singer and songwriter from Orrin.')
    await press('Publish the page')
    await page.getByRole('heading', { name: 'Your page is published' }).waitFor()
    await page.reload()
    await audit(t, 'published')
  })

  await t.test('the page shows who the artist is, and the answer', async (t) => {
    await page.getByRole('link', { name: 'See your page' }).click()
    await audit(t, 'the page')
    t.same(complaints, [])
  })

  await t.test('the artist lands in the interview again, which asks nothing without a passage', async (t) => {
    t.same(await page.evaluate('Object.keys(localStorage).filter((key) => /setup-[^o]/.test(key))'), [])
    await goTo(page, context, '')
    await page.getByRole('heading', { name: 'Your first interview' }).waitFor()
    await press('Start')
    await audit(t, 'the first interview')
  })
})
