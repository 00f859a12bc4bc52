import t, { type Test } from 'tap'
import { createOnboardingClient, createProfileProvider } from '../onboarding/conversation.ts'
import type { Loose } from '../support/test-context.ts'
import { findDefects } from './accessible.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { goTo, tabTo, waitForFocus } from './stories.ts'

t.setTimeout(240_000)

const evidence =
  'Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin, in one winter, on a pump organ.'
const found = { url: 'https://maraquill.example/', displayName: 'Mara Quill' }
const namesake = { url: 'https://quill-pens.example/mara', displayName: 'Mara Quill, fine nibs' }

t.test('the onboarding in a browser', inBrowser, async (t) => {
  const asked = Promise.withResolvers<void>()
  const providers = createProfileProvider(found, namesake)
  const slow = {
    ...providers,
    find: async (...given: Parameters<typeof providers.find>) => {
      await asked.promise
      return await providers.find(...given)
    },
  }
  const setup = await openConsole(t, { profiles: slow })
  const source = await setup.addSource(evidence, { curation: 'pending', title: 'A review' })
  const { state } = createOnboardingClient(setup)
  const context = await setup.visitAs('owner', { width: 360, height: 740, dark: true })
  const { page } = context
  const audit = async (t: Test, what: string) => t.same(await findDefects(page), [], what)
  const press = async (name: string | RegExp) => {
    await tabTo(page, 'button', name)
    await page.keyboard.press('Enter')
  }
  await goTo(context, 'onboarding')

  await t.test('shows what the service is doing while it does it', async (t) => {
    await audit(t, 'not begun')
    await press('Begin')
    await page.getByText('Looking for your pages…').waitFor()
    await audit(t, 'at work')
    asked.resolve()
    await waitForFocus(page, 'heading', 'Your pages')
  })

  await t.test('goes on with the profiles after a reload, with what was chosen', async (t) => {
    await page.getByRole('checkbox', { name: /fine nibs/ }).uncheck()
    await page.reload()
    await page.getByRole('heading', { name: 'Your pages' }).waitFor()
    t.equal(await page.getByRole('button', { name: 'Begin' }).count(), 0)
    t.equal(await page.getByRole('checkbox', { name: /fine nibs/ }).isChecked(), false)
  })

  await t.test('says on another device that Begin goes on from there, and does so', async (t) => {
    const elsewhere = await setup.visitAs('owner')
    await goTo(elsewhere, 'onboarding')
    await elsewhere.page.getByText('If you have begun on another device, Begin goes on from there.').waitFor()
    await elsewhere.page.getByRole('button', { name: 'Begin' }).click()
    await elsewhere.page.getByRole('checkbox', { name: /fine nibs/ }).waitFor()
    t.equal(await elsewhere.page.getByText('First we look for the pages that are yours').count(), 0)
    await elsewhere.page.context().close()
  })

  await t.test('confirms what was found, without what was taken out and what is no address', async (t) => {
    const added = page.getByLabel('Pages that are yours and not listed')
    await added.fill('tide-table.example')
    await page.getByText('No web address: tide-table.example').waitFor()
    t.equal(await page.getByRole('button', { name: 'These are mine, go on' }).isDisabled(), true)
    await audit(t, 'profiles')
    await added.fill('http://127.0.0.1/mine')
    await press('These are mine, go on')
    await waitForFocus(page, 'heading', 'What may be quoted')
    await page.getByText('http://127.0.0.1/mine: this address may not be used').waitFor()
    t.match(await state(), { currentStep: 'vault' })
    await audit(t, 'sources')
    const profiles = await setup.db.selectFrom('artist_profiles').select(['url', 'state']).execute()
    t.same(profiles.map(({ url, state }) => [url, state]).sort(), [
      [found.url, 'linked'],
      [namesake.url, 'removed'],
    ])
  })

  await t.test('goes on where it stopped after a reload, with what was chosen', async (t) => {
    await page.getByRole('group', { name: 'A review' }).getByLabel('May be quoted').check()
    await page.reload()
    const chosen = page.getByRole('group', { name: 'A review' }).getByLabel('May be quoted')
    await chosen.waitFor()
    t.equal(await chosen.isChecked(), true)
    await press('Go on')
    await waitForFocus(page, 'textbox', 'Your answer')
    const row = await setup.db
      .selectFrom('sources')
      .select('curation')
      .where('artist_id', '=', setup.artistId)
      .where('source_id', '=', source.sourceId)
      .executeTakeFirstOrThrow()
    t.equal(row.curation, 'approved')
  })

  await t.test('asks one question after the other, and goes to the next by itself', async (t) => {
    await page.getByText('Where does your music come from').waitFor()
    await audit(t, 'questions')
    await page.keyboard.insertText('  From a harbour 😀. ')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Which of your recordings').waitFor()
    await waitForFocus(page, 'textbox', 'Your answer')
    const { responses }: Loose = (await setup.call('owner', 'GET', `/api/artist/${setup.artistId}/interview/responses`))
      .body
    t.equal(responses[0].answer, '  From a harbour 😀. ')
    await press('Skip')
    await page.getByText('How do you work').waitFor()
    await press('Skip')
    await page.getByText('What has been written about you').waitFor()
  })

  await t.test('says so where a turn is out of order, and leads to the step it really is at', async (t) => {
    await createOnboardingClient(setup).skipAll()
    await page.getByLabel('Your answer').fill('Nothing of it.')
    await press('Save the answer')
    await page.getByText('What remains is to publish your page').waitFor()
    await page.getByRole('heading', { name: 'The text to publish' }).waitFor()
    await audit(t, 'a turn out of order')
    t.match(await state(), { currentStep: 'publish' })
  })

  await t.test('shows a draft as it is written, and takes the turn again when the stream is cut off', async (t) => {
    await page.evaluate(`(() => {
      const own = window.fetch
      window.fetch = async () => {
        window.fetch = own
        return new Response(new ReadableStream({ start: (controller) => { window.stream = controller } }))
      }
    })()`)
    await press(/^Write it from my sources/)
    const send = (event: object) =>
      page.evaluate(`stream.enqueue(new TextEncoder().encode(${JSON.stringify(`data: ${JSON.stringify(event)}\n\n`)}))`)
    await send({ kind: 'text-delta', text: 'Quill records ' })
    const underWay = page.getByRole('region', { name: 'Under way' })
    await underWay.getByText('Quill records', { exact: true }).waitFor()
    await send({ kind: 'text-delta', text: 'at home.' })
    await underWay.getByText('Quill records at home.').waitFor()
    await audit(t, 'writing')
    await page.evaluate('stream.close()')
    await page.getByText('The conversation was cut off').waitFor()
    await page.locator('.failure:focus').waitFor()
    await press('Try again')
    await page.getByLabel('The Lore, the profile in quotations').waitFor()
    t.match(
      await page.getByLabel('The Lore, the profile in quotations').inputValue(),
      'in the kitchen of her grandmother',
    )
  })

  await t.test('puts the draft aside for the artist’s own words, and publishes what was changed in it', async (t) => {
    await press(/^Not this/)
    await audit(t, 'choosing')
    await page.getByLabel('Your own text').fill('I record at home.')
    await press('I write it myself')
    const doc = page.getByLabel('The Lore, the profile in quotations')
    await doc.waitFor()
    t.equal(await doc.inputValue(), 'I record at home.')
    await page.getByLabel('The short biography').fill('Singer from Orrin.')
    await audit(t, 'the draft')
    await page.reload()
    await doc.waitFor()
    t.equal(await page.getByLabel('The short biography').inputValue(), 'Singer from Orrin.')
    await press('Publish the page')
    await waitForFocus(page, 'heading', 'The page is published')
    const brief: Loose = (await setup.call('owner', 'GET', `/api/artist/${setup.artistId}/knowledge/brief`)).body
    t.match(brief, { bio: 'Singer from Orrin.', generatedLoreSummary: 'I record at home.' })
    await page.reload()
    await page.getByRole('heading', { name: 'The page is published' }).waitFor()
    const kept = (await page.evaluate('Object.keys(localStorage)')) as string[]
    t.same(
      kept.map((key) => key.split('/').at(-1)),
      ['onboarding-4'],
      'what was sent is kept no longer; words that were refused are',
    )
  })

  await t.test('is refused in place to who does not speak for the artist', async () => {
    const other = await setup.visitAs('stranger')
    await goTo({ ...other, artistId: setup.otherArtistId }, 'onboarding')
    await other.page.getByRole('button', { name: 'Begin' }).click()
    await other.page.getByText('Not your artist').waitFor()
    await other.page.locator('.failure:focus').waitFor()
  })

  t.same(context.complaints, [])
})
