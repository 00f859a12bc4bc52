import type { RequestListener } from 'node:http'
import t from 'tap'
import { type Article, parsePage } from '#src/research/providers/pages/article.ts'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import { startServer } from '../../support/local-server.ts'
import { holdDeadlines } from '../http/deadlines.ts'
import { createNetwork } from '../http/outside.ts'
import { renderPage, renderParagraph } from './page.ts'

const never = new AbortController().signal
holdDeadlines(t)
const html = { 'content-type': 'text/html; charset=utf-8' }
const article = renderPage(renderParagraph('The pump organ breathes.'))

const plain = { 'content-type': 'text/plain' }
const latin1 = Buffer.from('Marée', 'latin1')

/** The response of a site, and the outcome of reading it. */
const cases = [
  ['an article', 200, html, article, { state: 'ready', title: 'Low Water | The Long Player', truncated: false }],
  ['plain text', 200, plain, 'Salt on the keys.\r\n', { state: 'ready', title: null, text: 'Salt on the keys.\r\n' }],
  ['what cannot be stored', 200, plain, 'a\0b', { state: 'ready', text: 'ab' }],
  ['more than is kept of a text', 200, plain, 'x'.repeat(50_001), { text: 'x'.repeat(50_000), truncated: true }],
  ['a page that does not say what it is', 200, {}, article, { state: 'ready' }],
  ['Latin-1 as declared', 200, { 'content-type': 'text/plain; charset=latin1' }, latin1, { text: 'Marée' }],
  ['what it does not declare', 200, { 'content-type': 'text/plain; charset=utf-8' }, latin1, { state: 'unsupported' }],
  ['a page with nothing but its menu', 200, html, renderPage(''), { state: 'ready' }],
  ['nothing', 200, html, '', { state: 'empty' }],
  ['white space', 200, plain, ' \n ', { state: 'empty' }],
  ['a picture', 200, { 'content-type': 'image/png' }, 'x', { state: 'unsupported' }],
  ['more than is read of a page', 200, html, article.padEnd(3_000_001), { state: 'too_large' }],
  ['a login', 401, html, article, { state: 'blocked' }],
  ['a page that costs', 402, html, article, { state: 'blocked' }],
  ['a refusal', 403, html, article, { state: 'blocked' }],
  ['too many requests', 429, { 'retry-after': '9' }, '', { state: 'blocked' }],
  ['another country', 451, html, article, { state: 'blocked' }],
  ['no such page', 404, html, article, { state: 'unavailable' }],
  ['a broken site', 500, html, article, { state: 'unavailable' }],
  ['a redirect to nowhere', 302, {}, '', { state: 'unavailable' }],
] as const

t.test('reading a page gives its text, or one of the named outcomes', async (t) => {
  for (const [title, status, headers, body, outcome] of cases) {
    const serve: RequestListener = ({ url }, response) =>
      url === '/a' ? response.writeHead(status, headers).end(body) : response.writeHead(404).end()
    const site = await startServer(t, serve, '127.0.0.2')
    const pages = createWebPageReader(createNetwork({ 'page.example': ['127.0.0.2'] }))
    const read = await pages.read(`http://page.example:${site.port}/a`, never)
    t.hasStrict(read, { ...outcome, httpStatus: status }, title)
  }
})

t.test('an unreachable page has no status', async (t) => {
  const pages = createWebPageReader(createNetwork({ 'inside.example': ['127.0.0.1'] }))
  const unavailable = { state: 'unavailable', httpStatus: null }
  t.same(await pages.read('http://inside.example/', never), unavailable)
  t.same(await pages.read('http://nowhere.example/', never), unavailable)
  t.same(await pages.read('ftp://page.example/', never), { state: 'unsupported', httpStatus: null })
  t.same(await createWebPageReader().read('http://[::ffff:127.0.0.1]/', never), unavailable)
})

const story = renderParagraph('The organ in the hall had eleven stops.')
const read = (page: string, mediaType?: string) => parsePage(page, { ...(mediaType && { mediaType }) }) as Article
const xhtml = (head: string, body = story, prolog = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${prolog}<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body><div>${body}</div></body></html>`

t.test('XHTML is read as XML, and as HTML where it is not well-formed', async (t) => {
  const asXml = 'application/xhtml+xml'
  const heads = {
    'a script that closes itself': '<title>Stops</title><script src="a.js"/>',
    'a title that closes itself': '<title/>',
    'a style that closes itself': '<style/><title>Stops</title>',
  }
  for (const [name, head] of Object.entries(heads))
    t.match(read(xhtml(head), asXml).text, /^The organ in the hall/, name)
  t.equal(read(xhtml(heads['a script that closes itself']), asXml).title, 'Stops')
  t.match(read(xhtml('<title>T</title>', `<iframe src="a"/>${story}`), asXml).text, /^The organ/, 'an iframe')
  t.match(read(xhtml('<title>T</title>', `<p><![CDATA[R & B <3]]></p>${story}`), asXml).text, 'R & B <3')
  t.match(read(xhtml('<title>T</title>', `<p>10<img src="a"/>20<svg/>30</p>${story}`), asXml).text, '10 20 30')
  const references = xhtml('<title/>', `<p>caf&eacute;&nbsp;&amp;eacute; &#x1F514;</p>${story}`)
  t.match(read(references, asXml).text, 'café\u00a0&eacute; 🔔')
  const prefixed = `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Stops</h:title></h:head><h:body><h:p>Low</h:p><h:p>water</h:p></h:body></h:html>`
  t.match(read(prefixed, asXml), { title: 'Stops', text: 'Low\n\nwater' }, 'with a prefix')
  const bare = xhtml('<title/>').replace(/ xmlns="[^"]*"/, '')
  t.match(read(bare, asXml).text, /^The organ/, 'without a namespace')
  t.match(read(`${xhtml('<title>Stops</title>')}<p>`, asXml).text, /^The organ/, 'not well-formed')
  const html = xhtml('<title>Stops</title>', `<p>a & b<br>c</p>${story}`)
  t.match(read(html, asXml).text, 'a & b\nc', 'HTML by another name')
  const drawn = read(xhtml('', `<svg><title>Logo</title></svg>${story}`), 'application/xml')
  t.match(drawn, { title: null, text: /^The organ/ }, 'as XML, with a drawing')
  const feed = '<rss version="2.0"><channel><title>Stops</title></channel></rss>'
  t.equal(read(feed, 'text/xml'), undefined, 'a feed is no page')
  const outline = '<opml version="2.0"><head><title>Stops</title></head><body><outline text="Low"/></body></opml>'
  t.equal(read(outline, 'text/xml'), undefined, 'nor is what has a head and a body')
})

t.test('a declared shadow tree is shown in the place of its host’s children', async (t) => {
  const page = (body: string) => read(`<!doctype html><title>Stops</title><body>${body}`).text
  const template = (content: string, mode = 'open') => `<template shadowrootmode="${mode}">${content}</template>`
  const shown: [name: string, body: string, text: RegExp][] = [
    ['an article', `<a-b>${template(`<article><h1>Stops</h1>${story}</article>`)}</a-b>`, /The organ in the hall/],
    ['a slot', `<div>${template('<p>shadow <slot></slot></p>', 'closed')}<b>light</b></div>`, /^shadow light$/],
    [
      'a named slot',
      `<a-b>${template('<h2><slot name="title">None</slot></h2><slot></slot>')}<p>Body</p><span slot="title">Named</span></a-b>`,
      /^Named\n\nBody$/,
    ],
    ['the first of two slots', `<a-b>${template('<p><slot></slot></p><p><slot></slot></p>')}once</a-b>`, /^once$/],
    ['what no slot takes', `<a-b>${template('<p>Shown</p>')}<p>Hidden</p></a-b>`, /^Shown$/],
    ['what a slot shows by itself', `<a-b>${template('<p><slot>Instead</slot></p>')}</a-b>`, /^Instead$/],
    [
      'one within another',
      `<a-b>${template(`<c-d>${template('<p>in <slot></slot></p>')}<slot></slot></c-d>`)}light</a-b>`,
      /^in light$/,
    ],
    ['only one', `<a-b>${template('<p>first</p>')}${template('<p>second</p>')}</a-b>`, /^first$/],
    ['no template in a formula', `<p>Low <math><a-b>${template('<mi>x</mi>')}</a-b></math>`, /^Low$/],
    ['no host, or no shadow tree', `<p>Low<template>high</template><table>${template('no')}</table>`, /^Low$/],
  ]
  for (const [name, body, text] of shown) t.match(page(body), text, name)
})

t.test('no number becomes another number', async (t) => {
  const page = (body: string) => read(`<!doctype html><title>Stops</title><body><p>${body}</p>`).text
  const math = (body: string) => page(`<math>${body}</math>`)
  const mn = (n: number) => `<mn>${n}</mn>`
  const cases = {
    'in 1961<sup>2</sup>, and': 'in 1961², and',
    '10<sup>3</sup> tapes, 10<sup>-3</sup>': '10³ tapes, 10⁻³',
    '2<sup>10<sup>3</sup></sup> and x<sub>1<sub>2</sub></sub>': '2¹⁰ ³ and x₁ ₂',
    '٣<sup>٢</sup> and 10<sup>３</sup>': '٣ ٢ and 10 ３',
    'SO<sub>4</sub><sup>2-</sup>': 'SO₄²⁻',
    'in 1961<sup><a href="#n1">1</a>,<a href="#n2">2</a></sup>.': 'in 1961¹,².',
    'in 1961<sup>[2]</sup>': 'in 1961[2]',
    'in 1961<span style="font-size:.6em;vertical-align:super">2</span>': 'in 1961²',
    'x<i class="note superscript">3</i> and H<span class="subscript">2</span>O': 'x³ and H₂O',
    'y<b class="sup">2</b>, of <span class="sub">1998</span>': 'y², of 1998',
    '10<img src="a" alt="">20 and 3<b>0</b><button>Copy</button>40 and 5<svg></svg>6': '10 20 and 30 40 and 5 6',
    'the <img src="a">1st': 'the 1st',
    'CO<sub>2</sub> at 5<sub>1</sub>': 'CO₂ at 5₁',
    'the 1<sup>st</sup>': 'the 1st',
    '$19<sup>99</sup>': '$19⁹⁹',
    'in <del>1961</del><ins>1962</ins> or <s>1961</s>1962': 'in 1961 1962 or 1961 1962',
    'in 1961<q>2 tapes</q>': 'in 1961“2 tapes”',
    'in <b> </b> <del> 1961</del>': 'in 1961',
    '<b>1</b>961 and <del>x</del><ins>y</ins>': '1961 and xy',
  }
  for (const [html, text] of Object.entries(cases)) t.equal(page(html), text, html)
  t.equal(math(`<mfrac>${mn(3)}${mn(2)}</mfrac>`), '3/2')
  t.equal(math(`${mn(1)}<mfrac>${mn(3)}${mn(2)}</mfrac>`), '1 3/2')
  t.equal(math(`<mfrac><mrow><mi>a</mi><mo>+</mo>${mn(1)}</mrow>${mn(2)}</mfrac>`), '(a+1)/2')
  t.equal(math(`<msup>${mn(10)}${mn(3)}</msup>`), '10³')
  t.equal(math(`<msup>${mn(10)}<mfrac>${mn(1)}${mn(2)}</mfrac></msup>`), '10¹/²')
  t.equal(math(`<msub><mi>x</mi>${mn(2)}</msub>`), 'x₂')
  t.equal(math(`<msub>${mn(3)}<mfrac>${mn(1)}${mn(2)}</mfrac></msub>`), '3₁/₂')
  t.equal(math(`${mn(3)}<msqrt>${mn(2)}</msqrt>`), '3√2')
  t.equal(math(`<mroot>${mn(8)}${mn(3)}</mroot>`), '8 3')
  t.equal(math(`${mn(3)}<mo>&#x2062;</mo>${mn(2)}`), '3 2', 'times, which is not seen')
  t.equal(math(`${mn(2)}<mo>&#x2064;</mo><mfrac>${mn(1)}${mn(2)}</mfrac>`), '2 1/2', 'plus, which is not seen')
  t.equal(math(`${mn(3)}<mphantom>${mn(2)}</mphantom>`), '3', 'only the room of a number')
  t.equal(math(`<mtable><mtr><mtd>${mn(3)}</mtd><mtd>${mn(2)}</mtd></mtr></mtable>`), '3 2')
})
