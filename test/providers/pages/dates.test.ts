import t from 'tap'
import { type Article, parsePage } from '#src/research/providers/pages/article.ts'
import { renderParagraph } from './page.ts'

const story = renderParagraph('The organ in the hall had eleven stops.')
const dated = (article: string, around = '', head = '') =>
  (
    parsePage(
      `<!doctype html><html><head><title>Stops</title>${head}</head><body>${around}<main><article><h1>Stops</h1>${article}${story}</article></main></body></html>`,
    ) as Article
  ).publishedAt

t.test('the date of something else on a page is not its date of publication', async (t) => {
  const time = '<time datetime="1998-05-01">1 May 1998</time>'
  t.equal(dated(`<p>She first played the hall on ${time}.</p>`), null, 'a concert')
  t.equal(
    dated(
      `<p itemscope itemtype="https://schema.org/MusicEvent"><time itemprop="startDate" datetime="1998-05-01">1 May</time></p>`,
    ),
    null,
    'an event',
  )
  t.equal(dated('', `<aside><article><h3>Other news</h3>${time}</article></aside>`), null, 'another article')
  const marked = '<time itemprop="datePublished" datetime="1998-05-01">1 May</time>'
  t.equal(dated('', `<aside><article>${marked}</article></aside>`), null, 'another article, marked')
  t.equal(dated(`<article class="teaser">${marked}</article>`), null, 'a teaser')
  t.equal(dated(`<div itemscope itemtype="https://schema.org/Comment">${marked}</div>`), null, 'a comment')
  t.equal(
    dated(
      `<div id="comments"><div class="h-cite"><time class="dt-published" datetime="1998-05-01">1 May</time></div></div>`,
    ),
    null,
    'a comment in a microformat',
  )
  t.equal(
    dated(
      `<div itemscope itemtype="https://schema.org/Product"><div itemscope itemtype="https://schema.org/Review">${marked}</div></div>`,
    ),
    null,
    'a review by a reader',
  )
  t.equal(
    dated(
      '',
      '',
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"MusicEvent","startDate":"1998-05-01","datePublished":"1998-05-01"}</script>',
    ),
    null,
    'an event in JSON-LD',
  )
})

t.test('the publication’s own date is found beside others', async (t) => {
  const own = '<p>Published <time itemprop="datePublished" datetime="2024-03-05">5 March 2024</time></p>'
  const other = '<aside><article><h3>Other news</h3><time datetime="2011-01-02">2 January 2011</time></article></aside>'
  t.equal(dated(own, other), '2024-03-05', 'itemprop')
  t.equal(dated('<meta itemprop="datePublished" content="2024-03-05">', other), '2024-03-05', 'a meta element')
  t.equal(dated('<time pubdate datetime="2024-03-05"></time>', other), '2024-03-05', 'the mark of early HTML 5')
  t.equal(dated('<time class="dt-published" datetime="2024-03">March</time>', other), '2024-03', 'a microformat')
  t.equal(dated('<time itemprop="datePublished">2024-03-05</time>', other), '2024-03-05', 'without an attribute')
  t.equal(dated(`<div itemscope itemtype="https://schema.org/Review">${own}</div>`), '2024-03-05', 'a review')
  t.equal(dated('', other, '<meta name="DC.date.issued" content="2024-03-05">'), '2024-03-05', 'Dublin Core')
  t.equal(
    dated('', other, '<meta name="parsely-pub-date" content="2024-03-05T08:00:00Z">'),
    '2024-03-05T08:00:00.000Z',
    'a name of a service',
  )
  const graph = {
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'WebSite' }, { '@type': 'NewsArticle', datePublished: '2024-03-05' }],
  }
  t.equal(
    dated('', other, `<script type="application/ld+json">${JSON.stringify(graph)}</script>`),
    '2024-03-05',
    'JSON-LD',
  )
})
