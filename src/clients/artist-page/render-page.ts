import { escapeAttribute, escapeText } from 'entities'
import { type RenderedPage, renderPage } from '#src/http/docs/page.ts'
import type { HashedCitation } from '#src/text/revisions.ts'

type PageSource = {
  source_id: string
  title: string | null
  url: string | null
  publisher: string | null
  published_at: string | null
}

/** What visitors read of an artist. */
export type ArtistPage = {
  name: string
  bio: string | null
  lore: { text: string; citations: HashedCitation[] } | null
  sources: PageSource[]
}

/** The page of an artist as visitors read it: no script, and every quotation leads to its source. */
export function renderArtistPage({ name, bio, lore, sources }: ArtistPage): RenderedPage {
  const paragraphs = splitParagraphs(lore?.text ?? '')
  const listed = paragraphs.findIndex(({ text }) => isSourceList(text))
  // A composed text numbers its sources and lists them at its end; a text of the artist's own does neither.
  const cited = listed >= 0 ? [] : listCited(lore?.citations ?? [], sources)
  const citations = lore?.citations ?? []
  const quoted = listQuoted(paragraphs, citations)
  const rendered = paragraphs.map((one, at) => {
    if (at === listed) return renderSourceList(one.text)
    if (at === listed - 1) return `<h2>${escapeText(one.text)}</h2>`
    const joining = citations.length === 0 ? 'own' : quoted[at + 1]?.[0]?.kind === 'answer' ? 'question' : 'joining'
    return renderParagraph(one, quoted[at]?.[0]?.kind ?? joining, quoted[at] ?? [], cited)
  })
  const body = `<main>
<h1>${escapeText(name)}</h1>
${bio === null ? '' : `<p class="bio">${escapeText(bio)}</p>\n`}${rendered.join('\n')}
${cited.length === 0 ? '' : `<h2>Sources</h2>\n<ol>\n${cited.map(renderSource).join('\n')}\n</ol>\n`}</main>
`
  return renderPage({ title: escapeText(name), styles, body })
}

/** The address of the page: the artist's name is for people, the id decides. */
export function formatPagePath(artistId: string, name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return `${artistPagesPath}${artistId}/${encodeURIComponent(words.join('-') || 'page')}`
}

export const artistPagesPath = '/artists/'

/** The sources that the text quotes, in the order in which it does. */
function listCited(citations: readonly HashedCitation[], sources: readonly PageSource[]): PageSource[] {
  const ids = citations.flatMap(({ kind, id }) => (kind === 'original' ? [id] : []))
  return [...new Set(ids)].flatMap((id) => sources.find(({ source_id }) => source_id === id) ?? [])
}

type Paragraph = { start: number; text: string }

function splitParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let at = 0
  for (const piece of text.split(/(\n{2,})/)) {
    if (piece.trim() !== '') paragraphs.push({ start: at, text: piece })
    at += piece.length
  }
  return paragraphs
}

/** The citations of each paragraph, also those that end beyond it. Both stand in the order of the text, and apart. */
function listQuoted(paragraphs: readonly Paragraph[], citations: readonly HashedCitation[]): HashedCitation[][] {
  let first = 0
  return paragraphs.map(({ start, text }) => {
    while ((citations[first]?.end ?? Infinity) <= start) first += 1
    const quoted: HashedCitation[] = []
    for (let at = first; (citations[at]?.start ?? Infinity) < start + text.length; at += 1)
      quoted.push(citations[at] as HashedCitation)
    return quoted
  })
}

/** A paragraph that is one quotation stands apart; each quotation is followed by the number of its source. */
function renderParagraph(
  { start, text }: Paragraph,
  kind: string,
  quoted: readonly HashedCitation[],
  cited: readonly PageSource[],
) {
  const end = start + text.length
  const inside = quoted.filter((one) => one.start >= start && one.end <= end)
  const isQuotation = inside.some((one) => one.start === start && one.end === end)
  let at = start
  const pieces = inside.flatMap((one) => {
    const piece = escapeText(text.slice(at - start, one.end - start))
    at = one.end
    const number = one.kind === 'original' ? cited.findIndex(({ source_id }) => source_id === one.id) + 1 : 0
    return [piece, number === 0 ? '' : `<a class="cited" href="#source-${number}">${number}</a>`]
  })
  const words = linkMarks([...pieces, escapeText(text.slice(at - start))].join(''))
  return isQuotation ? `<blockquote>${words}</blockquote>` : `<p class="${kind}">${words}</p>`
}

const isSourceList = (text: string) => text.split('\n').every((line) => /^\[\d+\] /.test(line))

/** Marks such as `[1]` lead to the source of that number. */
const linkMarks = (html: string) => html.replaceAll(/\[(\d{1,3})\]/g, '<a class="cited" href="#source-$1">$1</a>')

/** The list at the end of a composed text: a line for each source, which may end in its address. */
function renderSourceList(text: string): string {
  const items = text.split(/\r?\n/).map((line) => {
    // A line may hold line breaks of other kinds.
    const [, number, words = '', url] = /^\[(\d+)\] (.*?)(?:\. (https?:\S+))?$/s.exec(line) ?? []
    const name = escapeText(words)
    return `<li id="source-${number}" value="${number}">${url === undefined ? name : linkTo(url, name)}</li>`
  })
  return `<ol>\n${items.join('\n')}\n</ol>`
}

const linkTo = (url: string, html: string) => `<a href="${escapeAttribute(url)}" rel="noopener noreferrer">${html}</a>`

function renderSource({ title, url, publisher, published_at }: PageSource, at: number): string {
  const name = escapeText(title ?? url ?? 'A post')
  const isWeb = url !== null && /^https?:/i.test(url)
  const linked = isWeb ? linkTo(url, name) : name
  const facts = [publisher, published_at?.slice(0, 4)].flatMap((fact) => (fact ? [escapeText(fact)] : []))
  return `<li id="source-${at + 1}">${[linked, ...facts].join(', ')}</li>`
}

const styles = `main { max-width: 40rem; margin: 0 auto }
h1 { font-size: 1.953rem; line-height: 1.2; text-wrap: balance }
.bio { font-size: 1.25rem }
main > p, blockquote { font-family: ui-serif, Georgia, serif; font-size: 1.125rem; line-height: 1.65; white-space: pre-wrap }
blockquote, .answer { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid light-dark(#ffe9a3, #5d4a12) }
main > .answer { border-color: light-dark(#0b5c56, #83d3c9) }
main > :is(.joining, .question) { font: .875rem/1.5 system-ui, sans-serif; color: light-dark(#5d564c, #b3ab9d); margin: 1.5rem 0 0 }
main > .question { font-size: 1rem; font-weight: 600; color: inherit }
:is(.joining, .question) + :is(blockquote, .answer) { margin-top: .25rem }
.cited { font: .75rem/1 system-ui, sans-serif; vertical-align: super; padding: .5rem .25rem; text-decoration: none }
h2 { font-size: 1.25rem; margin-top: 2rem }
li { padding: .25rem 0 }
li:target { background: light-dark(#ffe9a3, #5d4a12) }
@media print { a { color: inherit } }
`
