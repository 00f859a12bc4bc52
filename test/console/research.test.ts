import t from 'tap'
import { addDiscovery } from '../evidence/discoveries.ts'
import { createInterviewClient } from '../sessions/interview.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { inBrowser, openConsole } from './open-console.ts'
import { cited, goTo, passage } from './stories.ts'

t.setTimeout(240_000)

const found = 'Mara Quill rang the bell herself, in the winter of 2019, and the tape kept running.'

t.test('research in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)
  const context = await setup.visitAs('owner')
  const { page, artistId, call } = context
  const interview = createInterviewClient(setup)
  const base = `/api/artist/${artistId}`

  await t.test('runs the jobs of a finished sitting until none is left, and leads to what came of them', async (t) => {
    const source = await setup.addSource(passage)
    const { session }: Loose = (await interview.start()).body
    const reference = buildCitation(source, cited)
    const { question }: Loose = (await interview.offer(session, 1, reference)).body
    await interview.answer(
      question,
      'I rang the brass bell in the kitchen myself, and the tape kept running for an hour.',
    )
    await interview.finish(session)
    await goTo(context, 'research')
    await page.getByRole('progressbar', { name: /Composing the Lore/ }).waitFor()
    t.match(await page.locator('.job .badge').innerText(), /^(queued|under way|at work)$/)
    const finished = page.locator('.job', { hasText: 'The Lore was composed' })
    await finished.waitFor()
    const { jobs }: Loose = (await call('owner', 'GET', `${base}/research/status`)).body
    t.same([jobs.length, jobs[0].status], [1, 'done'])
    t.equal(await page.getByRole('progressbar').count(), 0, 'a finished job is a line')
    await finished.getByRole('link', { name: 'read it' }).click()
    await page.locator('.sentence', { hasText: 'brass bell' }).waitFor()
  })

  await t.test('requests a refresh, and shows the service’s message in the cooldown', async (t) => {
    await goTo(context, 'research')
    const again = page.getByRole('button', { name: 'Compose the Lore alone' })
    await again.click()
    await page.getByText('✓ Asked for').waitFor()
    await pollUntil(
      async () =>
        !(await call('owner', 'GET', `${base}/research/status`)).body.jobs.some((job: Loose) => job.status !== 'done'),
      30_000,
    )
    await again.click()
    await page.getByText('✗ Nothing was asked for').waitFor()
    t.match(await page.locator('.failure > p').first().innerText(), /can be asked for again in \d+ minutes?\.$/)
  })

  await t.test('researches a question and shows what it finds', async (t) => {
    await page.getByLabel('What is it about').fill('the brass bell in the kitchen')
    await page.getByRole('button', { name: 'Research this' }).click()
    await page.getByText('What was found').first().waitFor()
    const stages = /^(done|nothing found|given up)$/
    await page.locator('h3 .badge').filter({ hasText: stages }).waitFor()
    t.match(await page.locator('h3 .badge').innerText(), stages)
  })

  await t.test('an administrator reads and reviews what was found', async (t) => {
    for (const text of [found, `${found} Again.`]) await addDiscovery(setup, text)
    const editor = await setup.visitAs('admin')
    await goTo(editor, 'review')
    await editor.page.getByText('2 waiting').waitFor()
    await editor.page.getByRole('button', { name: 'Read its text' }).first().click()
    await editor.page.getByText(found).first().waitFor()
    await editor.page.getByRole('button', { name: 'Wrong artist' }).first().click()
    await editor.page.getByText(/Turned down: another artist/).waitFor()
    await editor.page.getByText('1 waiting').waitFor()

    const left: Loose = (await call('admin', 'GET', `${base}/research/discoveries`)).body.candidates[0]
    await call('admin', 'POST', `${base}/research/discoveries/${left.id}/review`, {
      revision: left.revision,
      decision: 'incorrect',
    })
    await editor.page.getByRole('button', { name: 'Decline' }).click()
    await editor.page.getByText(/already decided by another reviewer/).waitFor()
    await editor.page.getByText('Nothing waits for a decision').waitFor()
    t.same(
      (await setup.db.selectFrom('discoveries').select('curation').orderBy('id').execute()).map((row) => row.curation),
      ['wrong_artist', 'incorrect'],
    )
    t.same(editor.complaints, [])
  })

  t.same(context.complaints, [])
})
