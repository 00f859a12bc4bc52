import t from 'tap'
import { createInterviewClient, offerFirstQuestion } from '../sessions/interview.ts'
import { findDefects } from '../support/browser.ts'
import { addArtist, type Loose } from '../support/test-context.ts'
import { checkView, goTo, openConsole, signIn } from './open-console.ts'

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
    for (const view of ['boundaries', 'sources', 'answers']) {
      await page.evaluate(`location.hash = '#/${context.artistId}/${view}'`)
      await checkView(t, page, `${view}, offline`)
      t.equal(await page.locator('h1:focus').count(), 1, 'a failure of a read takes no focus')
    }
    await device.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Answer it', exact: true }).click()
  })

  await t.test('a service with a defect, and one without its storage', async (t) => {
    t.equal(await field.inputValue(), typed, 'what was typed is there again')
    const failures = [
      [429, 'rate_limited', 'Too many requests'],
      [500, 'internal', 'The service has a defect'],
      [503, 'persistence_unavailable', 'Storage is unavailable; try again and assume nothing'],
    ] as const
    for (const [status, code, error] of failures) {
      const json = { status: 'error', code, error }
      let sent = 0
      await page.route('**/interview/answers/*', async (route) => {
        sent += 1
        await field.press('Control+Enter')
        t.equal(await save.isDisabled(), true, 'while it is being saved')
        await route.fulfill({ status, json })
      })
      await save.click()
      await page.getByText(error).waitFor()
      await page.getByText('What you typed is kept on this device').waitFor()
      await page.unroute('**/interview/answers/*')
      t.equal(sent, 1, 'once')
    }
  })

  await t.test('a token that is refused is asked for anew', async (t) => {
    const json = { status: 'error', code: 'not_signed_in', error: 'No valid token' }
    await page.route('**/interview/answers/*', (route) => route.fulfill({ status: 401, json }))
    await save.click()
    await checkView(t, page, 'sign in, expired')
    await page.unroute('**/interview/answers/*')
    await signIn(page, 'no token')
    await page.getByText('There is no token in this.').waitFor()
    await signIn(page, await context.token('owner'))
    await save.click()
    await page.getByText('Question 2 of 3').waitFor()
    const saved: Loose = (await createInterviewClient(context).restore()).body.session.questions[0]
    t.same([saved.id, saved.answer], [question.id, typed])
    t.same(complaints, [])
  })

  await t.test('a claimant of two artists can go to the other', async () => {
    const { db, otherArtistId } = context
    const change = page.getByRole('link', { name: 'Change artist' })
    t.equal(await change.count(), 0, 'of one artist, not')
    const user_id = db.selectFrom('users').select('id').where('subject', '=', 'owner')
    await db.insertInto('claims').values({ artist_id: otherArtistId, user_id, state: 'approved' }).execute()
    await page.reload()
    await change.click()
    await page.getByRole('list', { name: 'Your artists' }).getByRole('link', { name: 'Mara Quill' }).waitFor()
    t.equal(await page.getByText('You do not speak for an artist yet').count(), 0)
    await page.goBack()
    await change.waitFor()
  })

  await t.test('a second tab is signed in, and signing out holds in both', async () => {
    const second = await device.newPage()
    // A busy browser delivers later than the page waits, which shows "Sign in" until then.
    await second.addInitScript(`const post = BroadcastChannel.prototype.postMessage
      BroadcastChannel.prototype.postMessage = function (data) { setTimeout(() => post.call(this, data), 400) }`)
    await second.goto(`${context.base}/console#/${context.artistId}`)
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
    for (const tab of [second, page]) {
      await tab.reload()
      await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    }
  })

  await t.test('an administrator finds an artist by a part of the name', async (t) => {
    for (let n = 10; n < 29; n += 1) await addArtist(context.db, `Tide ${n}`)
    await page.evaluate("location.hash = '#/'")
    await signIn(page, await context.token('admin'))
    await checkView(t, page, 'artists')
    for (const part of ['mara', 'nobody']) {
      await page.getByRole('searchbox').fill(part)
      await page.keyboard.press('Enter')
      await checkView(t, page, `artists, ${part}`)
    }
  })

  await t.test('what is not saved is erased on request, but nothing of another user', async (t) => {
    await page.evaluate(() => localStorage.setItem('sittings.draft/admin/answer', '"Mine."'))
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await checkView(t, page, 'sign in')
    t.same(await page.evaluate('Object.keys(localStorage)'), ['sittings.draft/another/answer'])
  })
})
