import t from 'tap'
import { createInterviewClient, offerFirstQuestion } from '../sessions/interview.ts'
import { findDefects } from '../support/browser.ts'
import type { Loose } from '../support/test-context.ts'
import { checkView, goTo, openConsole } from './open-console.ts'

t.setTimeout(240_000)

const typed = '  The bell?\nIt is real 😀 — “twice”. '

t.test('the network fails, then the service: nothing that was typed is lost', async (t) => {
  const context = await openConsole(t)
  const { question } = await offerFirstQuestion(context)
  const { page, device, complaints } = await context.visitAs('owner', { width: 360, height: 740 })
  await goTo(page, context, 'interview')
  const field = page.getByLabel('Your answer')
  const save = page.getByRole('button', { name: 'Save the answer' })
  await field.fill(typed)

  await t.test('offline', async (t) => {
    await device.setOffline(true)
    await save.click()
    await page.getByText('✗ Not saved').waitFor()
    await page.getByRole('alert').and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Skip it' }).click()
    await page.getByText('✗ Not done').waitFor()
    t.equal(await field.inputValue(), typed)
    t.same(await findDefects(page), [])
  })

  await t.test('each view says that it could not be read, and can be read again', async (t) => {
    for (const view of ['answers', 'boundaries', 'sources']) {
      await page.evaluate(`location.hash = '#/${context.artistId}/${view}'`)
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await checkView(t, page, `${view}, offline`)
    }
    await device.setOffline(false)
    await page.evaluate(`location.hash = '#/${context.artistId}/answers'`)
    await page.getByRole('heading', { name: question.question }).waitFor()
  })

  await t.test('a service with a defect, and one without its storage', async (t) => {
    await goTo(page, context, 'interview')
    t.equal(await field.inputValue(), typed, 'what was typed is there after a reload')
    const failures = [
      [500, 'internal', 'The service has a defect'],
      [503, 'persistence_unavailable', 'Storage is unavailable; try again and assume nothing'],
    ] as const
    for (const [status, code, error] of failures) {
      const json = { status: 'error', code, error }
      await page.route('**/interview/answers/*', async (route) => {
        t.equal(await save.isDisabled(), true, 'while it is being saved')
        await route.fulfill({ status, json })
      })
      await save.click()
      await page.getByText(error).waitFor()
      await page.getByText('What you typed is kept on this device').waitFor()
      await page.unroute('**/interview/answers/*')
    }
    await save.click()
    await page.getByText('Question 2 of 3').waitFor()
    const saved: Loose = (await createInterviewClient(context).restore()).body.session.questions[0]
    t.same([saved.id, saved.answer], [question.id, typed])
    t.same(complaints, [])
  })

  await t.test('a claimant of two artists can go to the other', async () => {
    const { db, artistId, otherArtistId } = context
    const change = page.getByRole('link', { name: 'Change artist' })
    t.equal(await change.count(), 0, 'of one artist, not')
    const { user_id } = await db
      .selectFrom('claims')
      .select('user_id')
      .where('artist_id', '=', artistId)
      .executeTakeFirstOrThrow()
    await db.insertInto('claims').values({ artist_id: otherArtistId, user_id, state: 'approved' }).execute()
    await page.reload()
    await change.click()
    await page.getByRole('list', { name: 'Your artists' }).getByRole('link', { name: 'Mara Quill' }).waitFor()
    t.equal(await page.getByText('You do not speak for an artist yet').count(), 0)
    await page.goBack()
    await change.waitFor()
    await db.deleteFrom('claims').where('artist_id', '=', otherArtistId).where('user_id', '=', user_id).execute()
  })

  await t.test('a second tab is signed in, and signing out holds in both', async () => {
    const second = await device.newPage()
    await second.goto(`${context.base}/console`)
    await second.getByRole('navigation', { name: 'Views of the artist' }).waitFor()
    await second.evaluate(() => localStorage.setItem('sittings.draft/another/answer', '"Not theirs."'))
    const asked: string[] = []
    second.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await second.getByRole('button', { name: 'Sign out' }).click()
    t.same(asked, [], 'what another user has typed is not offered to be erased')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
