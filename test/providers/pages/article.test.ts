import t from 'tap'
import { type Article, parsePage } from '#src/research/providers/pages/article.ts'
import { parsePublicationDate } from '#src/research/providers/pages/dates.ts'
import { parseInThread } from '#src/research/providers/pages/extract.ts'
import { parseHtml } from '#src/research/providers/pages/parse-html.ts'
import { holdDeadlines } from '../http/deadlines.ts'
import { renderPage, renderParagraph } from './page.ts'

const parseArticle = (html: string) => parsePage(html) as Article

const never = new AbortController().signal
const encodePage = (html: string) => ({
  body: Buffer.from(html),
  headers: { 'content-type': 'text/html' },
  truncated: false,
  finalUrl: 'https://page.example/',
})

t.test('the article of a page is extracted, without what is around it', async (t) => {
  const { title, text } = parseArticle(renderPage(`<h1>Low Water</h1>${renderParagraph('The pump organ breathes.')}`))
  t.equal(title, 'Low Water | The Long Player')
  t.match(text, /^(Low Water\n\n)?The pump organ breathes\. It was carried/)
  t.notMatch(text, /Home|Copyright|Terms|changed/)
})

t.test('the text reads as the page does: paragraphs, verses, preformatted lines, cells', async (t) => {
  const { text } = parseArticle(
    renderPage(
      `${renderParagraph('One.')}<p>Salt  on
 the &ldquo;keys&rdquo;,<br>salt &amp; <b>b</b>read &#x1F514;</p><pre>a
  b</pre><ul><li>Ferry</li><li>Marée</li></ul><table><tr><td>1</td><td>Two</td></tr></table>`,
    ),
  )
  t.match(text, '\n\nSalt on the “keys”,\nsalt & bread 🔔\n\na\n  b\n\nFerry\n\nMarée\n\n1 Two')
})

t.test('a page without words has no text, and a broken one is read as far as it goes', async (t) => {
  const wordless = ['', '<html><body></body></html>', '<body><img src="x.jpg"><script>words()</script>', renderPage('')]
  for (const html of wordless) t.notMatch(parseArticle(html).text, /words|changed/, html)
  t.equal(parseArticle('').text, '')
  t.equal(parseArticle('<body> <div> </div>').text, '')
  t.equal(parseArticle('only words').text, 'only words')
  t.equal(parseArticle('<p>one<p>two<div>three').text, 'one\n\ntwo\n\nthree')
})

t.test('the tree is the one that a browser builds', async (t) => {
  const cases = {
    '<html><head><title>T</title></head><p>Low<p>water': 'Low\n\nwater',
    'Notice: in /x.php<!doctype html><html><head><title>T</title></head><body><p>Low': 'Notice: in /x.php\n\nLow',
    '<meta charset=utf-8><link rel=x><html lang=en><p>Low': 'Low',
    '<script>"<html>"</script><p>Low': 'Low',
    '<!-- <html> --><p title="<html>">Low': 'Low',
    '<html><div>Low</div><head><title>T</title></head><body><p>water': 'Low\n\nwater',
    '<p>Low<!-- a --!><p>water': 'Low\n\nwater',
    '<p>Low <!--> water': 'Low water',
    '<p>Low <b>water<p>and</b> high': 'Low water\n\nand high',
    '<table><tr><td>1<td>2<tr><td>3</table>': '1 2\n\n3',
    '<table>Low<tr><td>water</table>': 'Low\n\nwater',
    '<p>Low<template>high</template><svg><text>x</text></svg> water': 'Low water',
    '<select><option>a</select><p>Low': 'Low',
    '<p>&notit; &lt &#150; &nbsp;x': '¬it; < – \u00a0x',
    '<p>言<ruby>葉<rt>は</ruby>と<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字</ruby>': '言葉と漢字',
    '<p>Low <math><semantics><mi>x</mi><annotation>\\x</annotation><annotation-xml>x</annotation-xml></semantics></math>':
      'Low x',
    '<plaintext><p>Low': '<p>Low',
  }
  for (const [html, text] of Object.entries(cases)) t.equal(parseArticle(html).text, text, html)
  t.equal(parseArticle(`<html><head><title>${'T'.repeat(301)}</title></head><p>Low`).title, 'T'.repeat(300))
  t.equal(parseArticle('<svg><title>Logo</title></svg><p>Low').title, null, 'the title of a drawing is its own')
})

t.test('elements that are nested deeper than the stack are read or abandoned, and break nothing else', async (t) => {
  const deep = '<b>'.repeat(2_000)
  t.equal(typeof parseHtml(`${deep}x`).documentElement.textContent, 'string')
})

const linkedData = (object: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...object })}</script>`

t.test('a date keeps its precision, and half of one is none', async (t) => {
  for (const date of ['2022', '2022-10', '2022-10-03', '2024-02-29']) t.equal(parsePublicationDate(date), date)
  t.equal(parsePublicationDate(' 2022-10-03T23:30:00.5-0500 '), '2022-10-04T04:30:00.500Z')
  const impossible = [
    ...['', 'October 2022', '03.10.2022', '2022-13', '2024-02-30', '2023-02-29', '2024-04-31', '2024-00', '0000', null],
    ...['2022-10-03T10:00:00', '2022-10-03T99:00:00Z', '2024-02-30T10:00:00Z', '2024-02-29T24:00:00Z'],
    ...['2024-06-31T10:00:00+02:00', '9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00'],
  ]
  for (const date of impossible) t.equal(parsePublicationDate(date), null, String(date))
})

t.test('a malicious page is abandoned at its deadline, and blocks no other', async (t) => {
  const slice = new AbortController()
  let ticks = 0
  const clock = setInterval(() => {
    ticks += 1
    if (ticks === 40) slice.abort()
  }, 20)
  t.teardown(() => clearInterval(clock))
  const malicious = encodePage(renderPage('<div><p>Some words of a song.</p><span>'.repeat(30_000)))
  t.equal(await parseInThread(malicious, slice.signal), undefined)
  t.ok(ticks >= 40, 'this thread ran on')
})

t.test('a thread that ends without a message occupies its place no longer', async (t) => {
  const exited = Promise.withResolvers<string>()
  process.once('worker', (worker) => {
    worker.once('exit', () => setImmediate(exited.resolve, 'still waits'))
    void worker.terminate()
  })
  t.equal(await Promise.race([parseInThread(encodePage(renderPage('')), never), exited.promise]), undefined)
})

t.test('pages beyond the number of threads wait in the queue', async (t) => {
  holdDeadlines(t)
  const read = (words: string) => parseInThread(encodePage(renderPage(renderParagraph(words))), never)
  const articles = await Promise.all(['One.', 'Two.', 'Three.', 'Four.', 'Five.'].map(read))
  const begins = articles.map((one) => (one as Article | undefined)?.text.slice(0, 3))
  t.same(begins, ['One', 'Two', 'Thr', 'Fou', 'Fiv'])
})

const story = renderParagraph('The organ in the hall had eleven stops.')
const dated = (article: string, around = '', head = '') =>
  (
    parsePage(
      `<!doctype html><html><head><title>Stops</title>${head}</head><body>${around}<main><article><h1>Stops</h1>${article}${story}</article></main></body></html>`,
    ) as Article
  ).publishedAt

t.test('the date of something else on a page is not its date of publication', async (t) => {
  const day = 'datetime="1998-05-01">1 May</time>'
  const [time, marked] = [`<time ${day}`, `<time itemprop="datePublished" ${day}`]
  const typed = (type: string, inner: string) => `<div itemscope itemtype="https://schema.org/${type}">${inner}</div>`
  const within: Record<string, string> = {
    'a concert': `<p>She first played the hall on ${time}.</p>`,
    'an event': typed('MusicEvent', `<time itemprop="startDate" ${day}`),
    'a teaser': `<article class="teaser">${marked}</article>`,
    'a comment': typed('Comment', marked),
    'a quotation': `<blockquote>${marked}</blockquote>`,
    'a review by a reader': typed('Product', typed('Review', marked)),
  }
  for (const [name, article] of Object.entries(within)) t.equal(dated(article), null, name)
  const around: Record<string, string> = {
    'another article': `<aside><article><h3>Other news</h3>${time}</article></aside>`,
    'another article, marked': `<aside><article>${marked}</article></aside>`,
    'an article beside it': `<article><h2>Other news</h2>${marked}</article>`,
    'one with a heading of its own': `<article><h1>Other news</h1>${marked}</article>`,
  }
  for (const [name, page] of Object.entries(around)) t.equal(dated('', page), null, name)
  const event = { '@type': 'MusicEvent', startDate: '1998-05-01', datePublished: '1998-05-01' }
  t.equal(dated('', '', linkedData(event)), null, 'an event in JSON-LD')
  const articles = ['1998-05-01', '2024-03-05'].map((datePublished) => ({ '@type': 'NewsArticle', datePublished }))
  t.equal(dated('', '', linkedData({ '@graph': articles })), null, 'two articles in JSON-LD')
  t.equal(dated('', '', articles.map(linkedData).join('')), null, 'and each in its own script')
})

t.test('the publication’s own date is found beside others', async (t) => {
  const own = '<p>Published <time itemprop="datePublished" datetime="2024-03-05">5 March 2024</time></p>'
  const other = '<aside><article><h3>Other news</h3><time datetime="2011-01-02">2 January 2011</time></article></aside>'
  t.equal(dated(own, other), '2024-03-05', 'itemprop')
  t.equal(dated(own, '<article><h2>Other news</h2></article>'), '2024-03-05', 'in the article with the heading')
  const only = parsePage(`${other}<article>${own}${story}<article><h2>More</h2></article></article>`)
  t.match(only, { publishedAt: '2024-03-05' }, 'in the only article, which has none')
  const meta = '<meta property="article:published_time" content="2022-10-03T10:00:00+02:00">'
  t.equal(dated('', other, meta), '2022-10-03T08:00:00.000Z', 'Open Graph')
  const article = linkedData({ '@type': 'NewsArticle', datePublished: '2024-03-05T08:00:00Z' })
  t.equal(dated('', other, article + article), '2024-03-05T08:00:00.000Z', 'JSON-LD, twice')
  t.equal(dated('<meta itemprop="datePublished" content="2024-03-05">', other), '2024-03-05', 'a meta element')
  t.equal(dated('<time itemprop="datePublished">2024-03-05</time>', other), '2024-03-05', 'without an attribute')
  t.equal(dated('', other, '<meta name="DC.date.issued" content="2024-03-05">'), '2024-03-05', 'Dublin Core')
  const named = '<meta name="parsely-pub-date" content="2024-03-05T08:00:00Z">'
  t.equal(dated('', other, named), '2024-03-05T08:00:00.000Z', 'a name of a service')
  const graph = { '@graph': [{ '@type': 'WebSite' }, { '@type': 'NewsArticle', datePublished: '2024-03-05' }] }
  t.equal(dated('', other, linkedData(graph)), '2024-03-05', 'JSON-LD')
})
