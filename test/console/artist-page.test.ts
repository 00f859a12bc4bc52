import t from 'tap'
import { renderArtistPage } from '#src/clients/artist-page/render-page.ts'
import { createOnboardingClient } from '../onboarding/conversation.ts'
import { refreshLore } from '../research/lore-versions.ts'
import { findDefects } from '../support/browser.ts'
import { changeSource } from '../support/sources.ts'
import { createTestContext } from '../support/test-context.ts'
import { checkView, openConsole } from './open-console.ts'

t.setTimeout(240_000)

const text =
  'Mara Quill recorded “Low Water” <b>&</b> sang, in one winter, on a pump organ that had lost two of its reeds.'

/** Publishes the page as the set-up does. */
async function publish(context: Parameters<typeof createOnboardingClient>[0], about: string) {
  const { reach, take } = createOnboardingClient(context)
  await reach('publish')
  const events = await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })
  const { doc, sources, expectedBio } = events.find(({ kind }) => kind === 'draft')
  await take({ type: 'publish', doc, about, sources, expectedBio })
}

t.test('an artist’s page as visitors read it', async (t) => {
  const context = await openConsole(t)
  const source = await context.addSource(text, { title: 'Low Water <1>' })
  const address = `${context.base}/artists/${context.artistId}`

  await t.test('is not there before the artist has published it, nor for another id', async (t) => {
    for (const url of [address, `${address}/mara-quill`, `${context.base}/artists/mara-quill`])
      t.equal((await fetch(url)).status, 404, url)
  })

  await t.test('is at an address in the artist’s name, without a script, with its sources', async (t) => {
    await publish(context, 'Singer & songwriter.')
    const page = await (await context.browser.newContext()).newPage()
    const answer = await page.goto(address)
    t.equal(page.url(), `${address}/mara-quill`)
    t.match(
      answer?.headers()['content-security-policy'],
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:/,
    )
    t.equal(await page.locator('script').count(), 0)
    t.equal(await page.locator('h1').textContent(), 'Mara Quill')
    t.equal(await page.locator('.bio').textContent(), 'Singer & songwriter.')
    const listed = page.getByRole('listitem').getByRole('link', { name: 'Low Water <1>' })
    t.equal(await listed.getAttribute('href'), `https://example.org/${source.sourceId.replaceAll(':', '/')}`)
    t.equal(await page.locator('main a.cited').first().getAttribute('href'), '#source-1')
    t.match(await page.locator('main').innerText(), '<b>&</b> sang', 'what is quoted is text')
    t.same(await findDefects(page), [])
  })

  await t.test('another name in the address leads to the right one', async (t) => {
    const moved = await fetch(`${address}/somebody`, { redirect: 'manual' })
    t.same([moved.status, moved.headers.get('location')], [302, `../${context.artistId}/mara-quill`])
  })

  await t.test('a new version is put to the artist, and public once it is published', async (t) => {
    const addition = 'Mara Quill also tuned harmoniums for anybody who asked her, for three years.'
    // Publishing has queued a refresh; the next one is another.
    await refreshLore(context)
    await context.addSource(addition, { title: 'A portrait' })
    await context.call('owner', 'POST', `/api/artist/${context.artistId}/research/refresh`, { mode: 'lore-only' })
    const { page } = await context.visitAs('owner')
    await page.goto(`${context.base}/console#/${context.artistId}/page`)
    await page.getByRole('link', { name: 'Read the new version' }).click()
    t.notMatch(await (await fetch(address)).text(), addition)
    await checkView(t, page, 'page, a new version')
    await page.getByRole('button', { name: 'Show what changed' }).click()
    await checkView(t, page, 'page, what is new in a version')
    await page.getByRole('button', { name: 'Show the text' }).click()
    await page.getByRole('button', { name: 'Publish this version', exact: true }).click()
    await page.getByText('Version 3').first().waitFor()
    await page.getByText(addition).first().waitFor()
    t.match(await (await fetch(address)).text(), addition)
    t.match(page.url(), /\/page$/)
  })
})

const first = {
  source_id: 's1',
  title: 'Low <Water>',
  url: 'https://a.example/?b&c',
  publisher: 'Tide & Co',
  published_at: '2019-03',
}
const second = { source_id: 's2', title: null, url: null, publisher: null, published_at: null }

/** The body of a page with this text; each given quotation is its source's, and `answer` is an answer. */
function render(text: string, quotations: Record<string, string>) {
  const citations = Object.entries(quotations).map(([quote, id]) => {
    const start = text.indexOf(quote)
    const quoted = { revision: 'r', quoteStart: 0, quoteEnd: quote.length }
    const kind = id === 'answer' ? ('answer' as const) : ('original' as const)
    return { kind, id, start, end: start + quote.length, ...quoted }
  })
  const { html } = renderArtistPage({ name: 'Mara', bio: null, lore: { text, citations }, sources: [second, first] })
  return /<main>\n<h1>Mara<\/h1>\n([\s\S]*)<\/main>/.exec(html)?.[1]
}

t.test('in the artist’s own text each quotation has the number of its source in the list at the end', (t) => {
  const own = 'Why?\n\nBecause.\n\nShe sang & left.\n\nI say it rang, twice.'
  t.equal(
    render(own, { 'Because.': 'answer', 'She sang & left.': 's1', 'it rang': 's2' }),
    `<p class="question">Why?</p>
<p class="answer">Because.</p>
<blockquote>She sang &amp; left.<a class="cited" href="#source-1">1</a></blockquote>
<p class="original">I say it rang<a class="cited" href="#source-2">2</a>, twice.</p>
<h2>Sources</h2>
<ol>
<li id="source-1"><a href="https://a.example/?b&amp;c" rel="noopener noreferrer">Low &lt;Water&gt;</a>, Tide &amp; Co, 2019</li>
<li id="source-2">A post</li>
</ol>
`,
  )
  t.equal(render('Mine alone.', {}), '<p class="own">Mine alone.</p>\n')
  t.end()
})

t.test('a composed text has its own numbers and list', (t) => {
  const list = '[1] “Low Water”, 2019. https://a.example/\n[12] A talk.'
  t.equal(
    render(`Of it [12]\n\nShe sang.\n\nSources\n\n${list}`, { 'She sang.': 's1' }),
    `<p class="joining">Of it <a class="cited" href="#source-12">12</a></p>
<blockquote>She sang.</blockquote>
<h2>Sources</h2>
<ol>
<li id="source-1" value="1"><a href="https://a.example/" rel="noopener noreferrer">“Low Water”, 2019</a></li>
<li id="source-12" value="12">A talk.</li>
</ol>
`,
  )
  t.end()
})

t.test('a paragraph of the artist that begins with a number in brackets is no list of sources', (t) => {
  const own = '<p class="own">[1] is not all.</p>'
  t.equal(render('I say:\n\n[1] is not all.', {}), `<p class="own">I say:</p>\n${own}\n`)
  const html = render('I say:\n\n[1] is not all.\n\nShe sang.', { 'She sang.': 's1' })
  t.match(html, '<p class="joining">I say:</p>')
  t.match(html, '<li id="source-1">')
  const quoted = { 'She sang.': 's1', 'He left.': 's2' }
  t.notMatch(render('She sang.\n\nHe left.\n\nI say:\n\n[1] is not all.', quoted), '<h2>I say:')
  t.match(render('She sang.\n\nHe left.\n\nSources\n\n[1] A talk.\n[3] A letter.', quoted), '<h2>Sources</h2>\n<ol>')
  t.end()
})

t.test('an answer of several paragraphs keeps their indentation, and is the artist’s in each', (t) => {
  const quote = 'She sang.\n\n　She left.'
  t.equal(
    render(`Of it\r\n \r\n${quote}`, { [quote]: 'answer' }),
    '<p class="question">Of it</p>\n<p class="answer">She sang.</p>\n<p class="answer">　She left.</p>\n',
  )
  t.end()
})

t.test('a number in brackets that a source has, or that no line lists, stays as it is', (t) => {
  const quote = 'She sang [2] & left.'
  const html = render(`Of it [2], not of [3]\n\n${quote}\n\nSources\n\n[2] A talk.`, { [quote]: 's1' })
  t.match(html, '<p class="joining">Of it <a class="cited" href="#source-2">2</a>, not of [3]</p>')
  t.match(html, '<blockquote>She sang [2] &amp; left.</blockquote>')
  t.match(render('She sang.\n\nI say it.', { 'She sang.\n\n': 's1' }), '<p class="joining">I say it.</p>', 'it ended')
  t.end()
})

t.test('a list of numbers loses nothing for other line breaks', (t) => {
  const text = 'She sang.\n\n[1] A talk,\u2028in two.\r\n[2] A letter. https://a.example/'
  const html = render(text, { 'She sang.': 's1' })
  t.match(html, '<li id="source-1" value="1">A talk,\u2028in two.')
  t.match(html, '<li id="source-2" value="2"><a href="https://a.example/"')
  t.end()
})

t.test('the quotations of a text are passed over once, however many paragraphs it has', (t) => {
  let reads = 0
  const citations = Array.from({ length: 1_000 }, (_, n) => ({
    ...{ kind: 'answer' as const, id: 'a', revision: 'r', start: 7 * n, quoteStart: 0, quoteEnd: 5 },
    get end() {
      reads += 1
      return 7 * n + 5
    },
  }))
  const lore = { text: 'Sung.\n\n'.repeat(1_000), citations }
  const { html } = renderArtistPage({ name: 'Mara', bio: null, lore, sources: [] })
  t.equal(html.split('<p class="answer">Sung.</p>').length, 1_001)
  t.ok(reads < 20 * citations.length, `${reads} reads`)
  t.end()
})

t.test('visitors read nothing before it is published, and no source that may be quoted no more', async (t) => {
  const context = await createTestContext(t)
  const { sourceId } = await context.addSource(text, { title: 'A review' })
  const { reach, take } = createOnboardingClient(context)
  const read = () => context.app.inject(`/artists/${context.artistId}/mara-quill`)
  await reach('publish')
  await refreshLore(context)
  t.equal((await read()).statusCode, 404, 'the set-up has begun, and a page is composed')

  const draft = (await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })).find(
    ({ kind }) => kind === 'draft',
  )
  await take({ type: 'publish', doc: text, about: '', sources: draft.sources, expectedBio: draft.expectedBio })
  const shown = { is_private: false, removed_at: null, curation: 'approved' } as const
  for (const hidden of [{ is_private: true }, { removed_at: new Date() }, { curation: 'rejected' }] as const) {
    await changeSource(context.db, shown, sourceId)
    t.match((await read()).payload, 'A review</a>')
    await changeSource(context.db, hidden, sourceId)
    const { statusCode, payload } = await read()
    t.equal(statusCode, 200)
    t.notMatch(payload, 'A review')
  }
})

t.test('the setting switches it off', async (t) => {
  const context = await createTestContext(t, { ARTIST_PAGES_SERVED: 'false' })
  await publish(context, 'Singer.')
  t.equal((await context.app.inject({ method: 'GET', url: `/artists/${context.artistId}/mara-quill` })).statusCode, 404)
})
