import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { holdSittingByClicking } from '../../docs/explorer.ts'
import { openBrowser, openPage } from '../../support/browser.ts'
import { serveBuilt } from '../../support/built.ts'

t.setTimeout(240_000)

t.test('the documentation in a browser', async (t) => {
  const service = await serveBuilt(t)
  const browser = await openBrowser(t)
  const token = await service.sign(sampleIdentities.claimant)

  await t.test('Swagger UI: signed in once, a whole sitting by clicking', async (t) => {
    const { page, complaints } = await openPage(browser, service.base)
    await holdSittingByClicking(page, service.base, token, sampleIdentities.artistId)
    t.same(complaints, [], 'nothing failed in the page, and no other origin was called')
  })
})
