import t from 'tap'
import { advanceUntilIdle } from '../research/slices.ts'
import { addInterviews } from './interviews.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { goTo, tabTo } from './stories.ts'

t.setTimeout(240_000)

t.test('the timeline in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const { answered } = await addInterviews(setup)
  await setup.addSource('A page of which the day is not known.', { title: 'No day' })
  const base = `/api/artist/${setup.artistId}`
  const revised = { expectedRevision: answered.revision, answer: 'I rang it, twice.' }
  await setup.call('owner', 'PATCH', `${base}/interview/responses/${answered.id}`, revised)
  await advanceUntilIdle(setup)
  const { lore } = (await setup.call('owner', 'GET', `${base}/knowledge/lore`)).body
  const context = await setup.visitAs('owner', { width: 360, height: 740 })
  const { page } = context

  await t.test('is reached by keyboard from every view', async () => {
    await goTo(context, 'boundaries')
    await tabTo(page, 'link', 'Timeline')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Timeline' }).and(page.locator(':focus')).waitFor()
  })

  await t.test('lists sources, sittings, each wording of an answer and the Lore, the newest year first', async (t) => {
    await page.locator('.timeline > [data-kind="answer"]', { hasText: 'revised' }).waitFor()
    const year = String(new Date().getFullYear())
    t.same(await page.locator('main h2').allInnerTexts(), [year, '2011', 'Without a date'])
    const inShort = await page.locator('.timeline .what').allInnerTexts()
    t.same(inShort.slice(0, -3), [
      `Version ${lore.number}, ${lore.text.length} characters`,
      'What is behind passage number 1?',
      'Sitting 2: 1 open',
      'What is behind passage number 1?',
      'Sitting 1: 1 answered, 1 skipped',
    ])
    t.match(
      await page.getByRole('region', { name: '2011' }).innerText(),
      /September 2011 · Source: article or file[\s\S]*The first take/,
    )
    t.match(
      await page.getByRole('region', { name: 'Without a date' }).innerText(),
      /Where was it\?[\s\S]*No day|No day/,
    )
  })

  await t.test('is drawn in four lanes, says in words what it draws, and fits a phone', async (t) => {
    const chart = page.getByRole('img', {
      name: /^Drawn along the years\. Sources: 1, in 2011\. Sittings: 2, in \d{4}/,
    })
    t.equal(await chart.count(), 1)
    t.same(await chart.locator('.lane').allTextContents(), ['Sources', 'Sittings', 'Answers', 'Lore'])
    t.ok((await chart.locator('circle').count()) >= 4)
    t.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  })

  await t.test('shows the kinds that are chosen', async (t) => {
    const answers = page.getByRole('checkbox', { name: 'Answers' })
    await answers.focus()
    await page.keyboard.press('Space')
    await page.locator('.timeline > [data-kind="answer"]').first().waitFor({ state: 'detached' })
    t.same(await page.locator('.timeline-chart .lane').allTextContents(), ['Sources', 'Sittings', 'Lore'])
    await page.keyboard.press('Space')
    await page.locator('.timeline > [data-kind="answer"]').first().waitFor()
  })

  await t.test('leads to each thing in its view, and back', async (t) => {
    const leadsTo = async (entry: string, heading: string) => {
      await page.locator(entry).getByRole('link').first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: heading }).first().waitFor()
    }
    await leadsTo('.timeline > [data-kind="source"]', 'Source')
    await page.getByRole('group', { name: 'Text of The first take' }).waitFor()
    await page.getByRole('link', { name: 'Back to the timeline' }).click()
    await leadsTo('.timeline > [data-kind="sitting"]', 'Sitting 2')
    await page.goBack()
    await leadsTo('.timeline > [data-kind="answer"]', 'Sitting 1')
    t.match(await page.locator('.answer').innerText(), 'I rang it, twice.')
    await page.goBack()
    await leadsTo('.timeline > [data-kind="lore"]', `Version ${lore.number}`)
    t.match(page.url(), `/lore/${lore.revision}`)
  })

  t.same(context.complaints, [])
})
