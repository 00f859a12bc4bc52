import t from 'tap'
import { addArtist } from '../support/test-context.ts'
import { findDefects } from './accessible.ts'
import { inBrowser, openConsole } from './open-console.ts'

t.setTimeout(240_000)

t.test('the choice of an artist in a browser', inBrowser, async (t) => {
  const setup = await openConsole(t)

  await t.test('a claimant sees the names of the own artists, and nothing to type', async (t) => {
    const { page, complaints } = await setup.visitAs('owner')
    await page.getByRole('link', { name: 'Mara Quill' }).waitFor()
    t.equal(await page.getByRole('searchbox').count(), 0)
    t.equal(await page.getByRole('textbox').count(), 0)
    t.same(complaints, [])
  })

  await t.test('an administrator finds an artist among many by a part of the name', async (t) => {
    const ids = new Map<string, string>()
    for (let at = 0; at < 24; at += 1) ids.set(`Band ${at}`, await addArtist(setup.db, `Band ${at}`))
    ids.set('Zoë Ångström', await addArtist(setup.db, 'Zoë Ångström'))
    const { page, complaints } = await setup.visitAs('admin')
    const links = page.getByRole('list', { name: 'Your artists' }).getByRole('link')
    await page.getByText('The first 20 by name').waitFor()
    t.equal(await links.count(), 20)
    const search = page.getByRole('searchbox', { name: 'Find an artist by name' })
    await search.fill('zoe an')
    await page.getByText('One artist; Enter opens it.').waitFor()
    t.same(await links.allInnerTexts(), ['Zoë Ångström'])
    t.same(await findDefects(page), [])
    await search.fill('band')
    await page.getByText('More than 20 artists.').waitFor()
    await search.fill('nobody of this name')
    await page.getByText('No artist that you may speak for has this in the name.').waitFor()
    await search.fill('ANGSTROM')
    await page.getByText('One artist; Enter opens it.').waitFor()
    await search.press('Enter')
    await page.getByRole('navigation', { name: 'Views of the artist' }).getByText('Zoë Ångström').waitFor()
    t.equal(await page.evaluate('location.hash'), `#/${ids.get('Zoë Ångström')}/sitting`)
    t.same(complaints, [])
  })
})
