import t, { type Test } from 'tap'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import { createNetwork, startServer } from '../http/outside.ts'
import { renderPage, renderParagraph } from './page.ts'

const never = new AbortController().signal
const story = renderPage(renderParagraph('The organ in the hall had eleven stops.'))
const moved = (content: string, head = '') =>
  `<!doctype html><title>Redirecting</title>${head}<meta http-equiv="Refresh" content="${content}"><p>This page has moved.`

/** Reads `/a` of a site whose pages are these. */
async function readSite(t: Test, pages: Record<string, string>, robots = '') {
  const site = await startServer(
    t,
    ({ url = '' }, response) => {
      if (url === '/robots.txt') return response.end(robots)
      const page = pages[url]
      return response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
    },
    '127.0.0.2',
  )
  const page = await createWebPageReader(createNetwork({})).read(`${site.base}/a`, never)
  return { page, asked: site.requests.map(({ url }) => url) }
}

t.test('a page that sends its reader on is a redirect', async (t) => {
  for (const content of [
    '0; url=/story',
    "0;URL='/story'",
    '3, /story',
    '0;url = &quot;/story&quot; ',
    '0.5 ; /story#top',
  ]) {
    const { page } = await readSite(t, { '/a': moved(content), '/story': story })
    t.match(page, { state: 'ready', text: /^The organ/ }, content)
  }
  const { page } = await readSite(t, { '/a': moved('0;url=story', '<base href="/en/">'), '/en/story': story })
  t.match(page, { state: 'ready', text: /^The organ/ }, 'relative to the base of the page')
})

t.test('a page that reads itself again, or moves on later, is read', async (t) => {
  for (const content of ['300', '0', '0;url=/a', '0;url=#top', '600; url=/', '0;url=javascript:go()']) {
    const refreshing = story.replace('<head>', `<head><meta http-equiv="refresh" content="${content}">`)
    t.match((await readSite(t, { '/a': refreshing })).page, { state: 'ready', text: /^The organ/ }, content)
  }
})

t.test('where a page sends its reader is checked like any redirect', async (t) => {
  const barred = await readSite(
    t,
    { '/a': moved('0;url=/private/story'), '/private/story': story },
    'User-agent: *\nDisallow: /private',
  )
  t.match(barred.page, { state: 'blocked' })
  t.notOk(barred.asked.includes('/private/story'))
  const inside = await startServer(t, (_, response) => response.end(story))
  t.match((await readSite(t, { '/a': moved(`0;url=${inside.base}/`) })).page, { state: 'unavailable' })
  t.same(inside.requests, [], 'nothing is asked of a private address')
  t.match(
    (await readSite(t, { '/a': moved('0;url=/b'), '/b': moved('0;url=/a') })).page,
    { state: 'unavailable' },
    'a circle',
  )
  t.match((await readSite(t, { '/a': moved('0;url=/gone') })).page, { state: 'unavailable', httpStatus: 404 })
})

t.test('a page that only checks its reader is blocked, and a page about such checks is not', async (t) => {
  const checks = {
    'Just a moment...': '<h1>Checking your browser before accessing the site.</h1><p>This process is automatic.',
    'Attention Required! | Cloudflare': '<p>Sorry, you have been blocked.',
    'Making sure you&#39;re not a bot!': '<h1>Making sure you&#39;re not a bot!</h1><p>Loading...',
    'page.example': '<p>Please verify you are a human. Press &amp; Hold to confirm.',
    'Pardon Our Interruption': '<p>As you were browsing something about your browser made us think you were a bot.',
  }
  for (const [title, body] of Object.entries(checks)) {
    const { page } = await readSite(t, { '/a': `<!doctype html><title>${title}</title><body>${body}` })
    t.match(page, { state: 'blocked', httpStatus: 200 }, title)
  }
  const about = renderPage(renderParagraph('She called it “Just a moment”.').repeat(3), '<title>Just a moment</title>')
  t.match((await readSite(t, { '/a': about })).page, { state: 'ready' })
})
