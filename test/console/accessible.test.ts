import t from 'tap'
import { addDiscovery } from '../evidence/discoveries.ts'
import { createInterviewClient } from '../sessions/interview.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { findDefects } from './accessible.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { cited, goTo, passage } from './stories.ts'

t.setTimeout(240_000)

const views = [
  'sitting',
  'answers',
  'answers/1',
  'boundaries',
  'lore',
  'research',
  'review',
  'timeline',
  'onboarding',
  'source',
]
const looks = [
  { name: 'on a desk', look: {} },
  { name: 'in the dark', look: { dark: true } },
  { name: 'on a phone', look: { width: 360, height: 740 } },
  { name: 'on a phone in the dark', look: { width: 360, height: 740, dark: true } },
  { name: 'on the narrowest phone', look: { width: 320, height: 640 } },
]

t.test('the console is accessible', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const interview = createInterviewClient(setup)
  const source = await setup.addSource(`${passage} ${'A-very-long-word'.repeat(12)}`, {
    title: 'Without-a-single-space'.repeat(6),
  })
  const { session }: Loose = (await interview.start()).body
  const reference = buildCitation(source, cited)
  const { question }: Loose = (await interview.offer(session, 1, reference)).body
  await interview.answer(question, `It rang. ${'Ha'.repeat(200)}`)
  const boundaries = `/api/artist/${setup.artistId}/interview/boundaries`
  const drawn = {
    requestId: crypto.randomUUID(),
    questionKey: question.questionKey,
    wording: 'Nothing more about it.',
    scope: 'sitting',
  }
  await setup.call('owner', 'POST', boundaries, drawn)
  await setup.call('owner', 'POST', `/api/artist/${setup.artistId}/research/refresh`, {})
  await addDiscovery(setup, 'Mara Quill rang the bell herself.')

  for (const { name, look } of looks) {
    await t.test(`passes the audit, ${name}`, async (t) => {
      const { page, complaints } = await setup.visitAs('owner', look)
      await page.getByRole('list', { name: 'Your artists' }).waitFor()
      t.same(await findDefects(page), [], 'choosing an artist')
      for (const view of views) {
        await goTo({ page, ...setup }, view === 'source' ? `source/${source.sourceId}` : view)
        await page.waitForLoadState('networkidle')
        if (view === 'sitting') await page.getByRole('searchbox').fill('bell')
        if (view === 'sitting') await page.keyboard.press('Enter')
        if (view === 'sitting') await page.getByRole('button', { name: 'Open in its text' }).first().click()
        if (view === 'answers') await page.getByRole('button', { name: 'Revise' }).click()
        if (view === 'answers') await page.getByLabel('New wording').fill('It rang twice.')
        if (view === 'review') await page.getByRole('button', { name: 'Read its text' }).click()
        await page.waitForLoadState('networkidle')
        t.same(await findDefects(page), [], view)
        if (view !== 'sitting') continue
        await page.getByRole('button', { name: 'Finish the sitting' }).click()
        t.same(await findDefects(page), [], 'a dialog')
        await page.getByRole('button', { name: 'Not yet' }).click()
      }
      t.same(complaints, [])
    })
  }

  await t.test('the audit finds what is wrong', async (t) => {
    const { page } = await setup.visitAs('owner')
    await goTo({ page, ...setup }, 'research')
    await page.getByLabel('What is it about').waitFor()
    const wrongs = {
      'button-name': `document.querySelector('button').textContent = ''`,
      'color-contrast': `document.querySelector('.hint').style.color = '#999'`,
      target: `document.querySelector('form button').style = 'height: 9px; min-height: 0; padding: 0'`,
      wider: `document.querySelector('main').style.width = '2000px'`,
      'duplicate-id': `document.querySelector('h1').id = 'main'`,
      label: `document.querySelector('label').htmlFor = 'nowhere'`,
      'page-has-heading-one': `document.querySelector('h1').remove()`,
    }
    for (const [what, wrong] of Object.entries(wrongs)) {
      await page.evaluate(wrong)
      t.ok(
        (await findDefects(page)).some((defect) => defect.startsWith(what)),
        what,
      )
    }
  })

  await t.test('has a title before the sign-in, and a link that skips the navigation', async (t) => {
    const { page } = await setup.visitAs('owner')
    await goTo({ page, ...setup }, 'answers')
    await page.reload()
    await page.locator('h1').waitFor()
    await page.keyboard.press('Tab')
    t.equal(await page.locator(':focus').innerText(), 'Skip to the content')
    await page.keyboard.press('Enter')
    t.equal(await page.locator(':focus').getAttribute('id'), 'main')
  })
})
