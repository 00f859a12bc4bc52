import t from 'tap'
import { findDefects, openBrowser, openPage } from '../support/browser.ts'
import { serveBuilt } from '../support/built.ts'

t.setTimeout(240_000)

t.test('on a developer’s machine one click signs in', async (t) => {
  const { base, sign } = await serveBuilt(t)
  const browser = await openBrowser(t)

  await t.test('to the console: the sample artist is opened for its claimant', async (t) => {
    const { page, complaints } = await openPage(browser, base)
    await page.goto(`${base}/console`)
    t.equal(await page.getByRole('link', { name: 'Guides' }).getAttribute('href'), '/guides/')
    await page.getByRole('button', { name: /^mara,/ }).click()
    await page.getByRole('navigation', { name: 'Views of the artist' }).getByText('Mara Quill').waitFor()
    t.same(complaints, [])
  })

  await t.test('to the console: a user of no artist is offered none', async (t) => {
    const { page, complaints } = await openPage(browser, base)
    await page.goto(`${base}/console`)
    await page.getByRole('button', { name: /^nell,/ }).click()
    await page.getByText('You do not speak for an artist yet.').waitFor()
    t.equal(await page.locator('main').getByRole('link').count(), 0)
    t.same(complaints, [])
  })

  await t.test('to Swagger UI: a private operation answers as the user whose button was clicked', async (t) => {
    const { page, complaints } = await openPage(browser, base)
    await page.goto(`${base}/docs`)
    await page.locator('.auth-wrapper .authorize').click()
    // As a user who pastes it without checking which box has the focus.
    await page.locator('.auth-container', { hasText: 'accessToken' }).locator('input:focus').waitFor()
    await page.keyboard.insertText(await sign('mara'))
    await page.getByRole('button', { name: 'Apply credentials' }).first().click()
    await page.reload()
    await page.locator('.auth-wrapper .authorize.locked').waitFor()
    const block = page.locator('[id$="-restoreInterview"].opblock')
    await block.locator('.opblock-summary-control').click()
    const statusAs = async (subject: string) => {
      await page.getByRole('button', { name: `Use ${subject}’s token` }).click()
      await page.getByRole('status').getByText(`Authorized as ${subject}`).waitFor()
      const answered = page.waitForResponse((response) => response.url().endsWith('/interview/session'))
      await block.getByRole('button', { name: 'Execute' }).click()
      return (await answered).status()
    }
    for (const subject of ['mara', 'editor']) t.equal(await statusAs(subject), 200, subject)
    t.same(complaints, [])
    for (const subject of ['nell', 'zoe']) t.equal(await statusAs(subject), 403, subject)
    for (const path of ['/guides/', '/console', '/openapi.json'])
      t.equal(await page.locator(`.page-bar a[href="${path}"]`).count(), 1, path)
    await page.setViewportSize({ width: 390, height: 844 })
    // Source text: it runs in the browser, whose types the tests do not have.
    t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'a phone shows all of it')
  })

  const looks = { light: {}, 'dark, on a phone': { dark: true, width: 360, height: 740 } }
  const pages = { 'the list of all pages': '/', 'a guide': '/guides/citing' }
  for (const [name, look] of Object.entries(looks))
    for (const [page, path] of Object.entries(pages))
      await t.test(`${page} passes the audit, ${name}`, async (t) => {
        const { page: shown, complaints } = await openPage(browser, base, look)
        await shown.goto(base + path)
        await shown.getByRole('link', { name: 'Console', exact: true }).first().waitFor()
        t.same(await findDefects(shown), [])
        t.same(complaints, [], 'its policy admits its script')
      })
})
