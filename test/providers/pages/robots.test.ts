import type { RequestListener } from 'node:http'
import t, { type Test } from 'tap'
import type { OutboundFailure } from '#src/research/providers/http/index.ts'
import { parsePage } from '#src/research/providers/pages/article.ts'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import { createRobotsCheck } from '#src/research/providers/pages/robots.ts'
import { startServer } from '../../support/local-server.ts'
import { pollUntil } from '../../support/until.ts'
import { holdDeadlines } from '../http/deadlines.ts'
import { createNetwork } from '../http/outside.ts'
import { renderPage, renderParagraph } from './page.ts'

const never = new AbortController().signal
const deadlines = holdDeadlines(t)
const article = renderPage(renderParagraph('The pump organ breathes.'))
const blocked = { state: 'blocked', httpStatus: null }
const unavailable = { state: 'unavailable', httpStatus: null }
const ready = { state: 'ready', httpStatus: 200 }

/** A site with a robots.txt, and the same article at every other path except redirects. */
async function startSite(
  t: Parameters<typeof startServer>[0],
  robots: RequestListener,
  redirects: Record<string, string> = {},
) {
  const serve: RequestListener = (request, response) => {
    if (request.url === '/robots.txt') return robots(request, response)
    const location = redirects[request.url ?? '']
    if (location !== undefined) response.writeHead(302, { location }).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(article)
  }
  const site = await startServer(t, serve, '127.0.0.2')
  return { ...site, requestedUrls: () => site.requests.map(({ url }) => url) }
}

const says =
  (text: string | Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text)

t.test('disallowed pages are not fetched, and robots.txt is fetched once', async (t) => {
  const site = await startSite(t, says('User-agent: *\nDisallow: /private\n'))
  const pages = createWebPageReader(createNetwork({}))
  t.match(await pages.read(`${site.base}/private/a`, never), blocked)
  t.match(await pages.read(`${site.base}/open`, never), ready)
  t.match(await pages.read(`${site.base}/private`, never), blocked)
  t.same(site.requestedUrls(), ['/robots.txt', '/open'])
  t.match(site.requests[0]?.headers['user-agent'], /^Sittings\//, 'under the name that the rules are read for')
})

t.test('each site has its own robots.txt, also after a redirect', async (t) => {
  const open = await startSite(t, says('', 404))
  const closed = await startSite(t, says('User-agent: sittings\nDisallow: /kept'))
  const from = await startSite(t, says('User-agent: *\nAllow: /'), {
    '/a': `${open.base}/read`,
    '/b': `${closed.base}/kept`,
    '/c': '/d',
    '/d': `${closed.base}/read`,
  })
  const pages = createWebPageReader(createNetwork({}))
  t.match(await pages.read(`${from.base}/a`, never), ready)
  t.match(await pages.read(`${from.base}/b`, never), blocked)
  t.match(await pages.read(`${from.base}/c`, never), ready)
  t.same(closed.requestedUrls(), ['/robots.txt', '/read'])
})

const unreachable = { failure: 'unreachable' } as const
const disallowed = { failure: 'disallowed_by_robots' } as const

/** The robots.txt response of a site, and what keeps its pages from being fetched. */
const answers: [string, RequestListener, OutboundFailure | undefined][] = [
  ['no such file', says('User-agent: *\nDisallow: /', 404), undefined],
  ['a site in trouble', says('', 500), unreachable],
  ['a site that was asked too much', says('', 429, { 'retry-after': '9' }), unreachable],
  ['a connection that breaks', (_, response) => response.destroy(), unreachable],
  ['redirects without an end', says('', 302, { location: '/robots.txt' }), undefined],
  ['a redirect to a private address', says('', 302, { location: 'http://127.0.0.1:9/robots.txt' }), unreachable],
  ['a web page', says(article), undefined],
  ['a byte order mark', says('\ufeffUser-agent: *\nDisallow: /'), disallowed],
  ['bytes that are no text', says(Buffer.from('User-agent: *\nDisallow: /\xff\nDisallow: /p', 'latin1')), disallowed],
  ['half a megabyte, and the rule within it', says(`User-agent: *\nDisallow: /p\n#${'x'.repeat(600_000)}`), disallowed],
  ['a line that is cut off', says(`#${'x'.repeat(511_972)}\nUser-agent: *\nDisallow: /page`), undefined],
]

t.test('without a file everything may be fetched; where it is unreachable, nothing', async (t) => {
  for (const [title, robots, outcome] of answers) {
    const site = await startSite(t, robots)
    t.same(await createRobotsCheck(createNetwork({}))(new URL('/page', site.base), never), outcome, title)
  }
})

t.test('an unresponsive site is abandoned at the deadline of its robots.txt', async (t) => {
  const silent = await startSite(t, () => {})
  deadlines.length = 0
  const late = createWebPageReader(createNetwork({})).read(`${silent.base}/page`, never)
  await pollUntil(() => silent.requests.length === 1)
  const [ofPage, ofRobots, ...others] = deadlines
  t.ok(ofPage && ofPage.ms <= 12_000, 'a page has less than half of a slice')
  t.match([ofRobots, others], [{ ms: 4_000 }, { length: 0 }])
  ofRobots?.pass()
  t.match(await late, unavailable)
})

t.test('a call is abandoned with its slice, and not cached', async (t) => {
  let hold = true
  const site = await startSite(t, (request, response) => {
    if (!hold) says('', 404)(request, response)
  })
  const pages = createWebPageReader(createNetwork({}))
  const cut = new AbortController()
  const read = pages.read(`${site.base}/page`, cut.signal)
  setImmediate(() => cut.abort())
  t.match(await read, unavailable)
  // The rest of the call has ended as well.
  await new Promise((ended) => setImmediate(ended))
  hold = false
  t.match(await pages.read(`${site.base}/page`, never), ready)
})

t.test('a response counts for an hour, a failure for a minute', async (t) => {
  const startMs = performance.now()
  let passedMs = 0
  t.intercept(performance, 'now', { value: () => startMs + passedMs })
  for (const [status, countsMs] of Object.entries({ 404: 60 * 60_000, 503: 60_000 })) {
    const site = await startSite(t, says('', Number(status)))
    const check = createRobotsCheck(createNetwork({}))
    const asked: number[] = []
    for (const at of [0, countsMs - 1, countsMs]) {
      passedMs = at
      await check(new URL('/page', site.base), never)
      asked.push(site.requests.length)
    }
    t.same(asked, [1, 1, 2], status)
  }
})

t.test('only a few long responses are cached, however many sites send them', async (t) => {
  const long = says(`User-agent: *\nAllow: /\n${'Disallow: /private\n'.repeat(20_000)}`)
  const sites = []
  for (let at = 0; at < 9; at += 1) sites.push(await startSite(t, long))
  const check = createRobotsCheck(createNetwork({}))
  for (const { base } of [...sites, ...sites.slice(1), ...sites.slice(0, 1)])
    t.equal(await check(new URL('/page', base), never), undefined)
  const asked = sites.map(({ requests }) => requests.length)
  t.same(asked, [2, ...Array.from({ length: 8 }, () => 1)], 'the first was forgotten, the last eight were not')
})

const address = 'https://a.example/a'
const story = renderPage(renderParagraph('The organ in the hall had eleven stops.'))
const moved = (content: string, head = '') =>
  `<!doctype html><title>Redirecting</title>${head}<meta http-equiv="Refresh" content="${content}"><p>This page has moved.`

/** Reads `/a` of a site whose pages are these. */
async function readSite(t: Test, pages: Record<string, string>, robots = '') {
  const serve: RequestListener = ({ url = '' }, response) => {
    if (url === '/robots.txt') return response.end(robots)
    response.writeHead(url in pages ? 200 : 404, { 'content-type': 'text/html' }).end(pages[url])
  }
  const site = await startServer(t, serve, '127.0.0.2')
  const page = await createWebPageReader(createNetwork({})).read(`${site.base}/a`, never)
  return { page, asked: site.requests.map(({ url }) => url) }
}

t.test('a page that sends its reader on is a redirect', async (t) => {
  for (const content of [
    '0; url=/story',
    "0;URL='/story'",
    '30, /story',
    '0;url = &quot;/story&quot; ',
    '0.5 ; /story#x',
  ])
    t.same(parsePage(moved(content), { address }), { refresh: 'https://a.example/story' }, content)
  const based = parsePage(moved('0;url=story', '<base href="/en/">'), { address })
  t.same(based, { refresh: 'https://a.example/en/story' }, 'relative to the base of the page')
  const chain = { '/a': moved('0;url=/b'), '/b': moved('0;url=/c'), '/c': moved('0;url=/story'), '/story': story }
  t.match((await readSite(t, chain)).page, { state: 'ready' }, 'three in a row')
})

t.test('a page that reads itself again, or moves on later, is read', async (t) => {
  for (const content of ['300', '0', '0;url=', '0;url=/a', '0;url=#top', '31; url=/', '0;url=javascript:go()']) {
    const refreshing = story.replace('<head>', `<head><meta http-equiv="refresh" content="${content}">`)
    t.match(parsePage(refreshing, { address }), { text: /^The organ/ }, content)
  }
})

t.test('where a page sends its reader is checked like any redirect', async (t) => {
  const site = { '/a': moved('0;url=/private/story'), '/private/story': story }
  const barred = await readSite(t, site, 'User-agent: *\nDisallow: /private')
  t.match(barred.page, { state: 'blocked' })
  t.notOk(barred.asked.includes('/private/story'))
  const inside = await startServer(t, (_, response) => response.end(story))
  t.match((await readSite(t, { '/a': moved(`0;url=${inside.base}/`) })).page, { state: 'unavailable' })
  t.same(inside.requests, [], 'nothing is asked of a private address')
  const circle = { '/a': moved('0;url=/b'), '/b': moved('0;url=/a') }
  t.match(await readSite(t, circle), { page: unavailable, asked: { length: 5 } }, 'a circle')
  t.match((await readSite(t, { '/a': moved('0;url=/gone') })).page, { state: 'unavailable', httpStatus: 404 })
})

t.test('a page that only checks its reader is blocked, and a page about such checks is not', async (t) => {
  const checks = {
    'Just a moment...': '<h1>Checking your browser before accessing the site.</h1><p>This process is automatic.',
    'Attention Required! | Cloudflare': '<p>Sorry, you have been blocked.',
    'Making sure you&#39;re not a bot!': '<h1>Making sure you&#39;re not a bot!</h1><p>Loading...',
    'page.example': '<p>Please verify you are a human. Press &amp; Hold to confirm.',
    'You are being redirected...': '<noscript>Javascript is required.</noscript>',
    'Vercel Security Checkpoint': '<p>We&#39;re verifying your browser',
    Blocked: '<p>You&#39;ve been blocked by network security.',
    'a.example': '<p>Please enable JS and disable any ad blocker',
    'b.example': '<h1>Please wait while your request is being verified...</h1>',
    'c.example': '<p>Request unsuccessful. Incapsula incident ID: 877000260142410214-1',
    'Pardon Our Interruption': '<p>As you were browsing something about your browser made us think you were a bot.',
  }
  const pages = Object.entries(checks).map(([title, body]) => `<!doctype html><title>${title}</title><body>${body}`)
  for (const page of pages) t.equal(parsePage(page), 'challenge', page)
  t.match((await readSite(t, { '/a': pages[0] ?? '' })).page, { state: 'blocked', httpStatus: 200 })
  const about = renderPage(renderParagraph('She called it “Just a moment”.').repeat(3), '<title>Just a moment</title>')
  t.match(parsePage(about), { text: /^She called it/ })
  const late = `<title>Stops</title><p>${'She wrote it down. '.repeat(14)}They say: press and hold to confirm`
  t.match(parsePage(late), { text: /^She wrote it down/ }, 'its first 300 characters are its own')
  const checkOf = (chars: number) => parsePage(`<title>Robot check</title><p>${'x'.repeat(chars)}`)
  t.equal(checkOf(1_500), 'challenge')
  t.match(checkOf(1_501), { title: 'Robot check' }, 'as long as an article')
})
