import { escapeAttribute, escapeText } from 'entities'
import { type RenderedPage, renderPage } from '#src/http/docs/page.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { type PageParagraph, readParagraphs } from './paragraphs.ts'

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
  const { text, citations } = lore ?? { text: '', citations: [] }
  const paragraphs = readParagraphs(text, citations)
  // A composed text numbers its sources and lists them at its end; a text of the artist's own does neither.
  const list = paragraphs.find(({ kind }) => kind === 'sources')
  const cited = list === undefined ? listCited(citations, sources) : []
  const listed = new Set(text.slice(list?.start ?? text.length).match(/(?<=^\[)\d+(?=\] )/gm))
  const rendered = paragraphs.map((one) => renderParagraph(one, text, cited, listed))
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

/**
 * A paragraph that is a source's, or a part of it, stands apart; each quotation is followed by the number of its
 * source. Marks such as `[1]` lead to the source that the text lists under it; in a quotation they are the source's.
 */
function renderParagraph(
  { start, end, kind, quotations }: PageParagraph<HashedCitation>,
  text: string,
  cited: readonly PageSource[],
  listed: ReadonlySet<string>,
): string {
  if (kind === 'sources') return renderSourceList(text.slice(start, end))
  if (kind === 'title') return `<h2>${escapeText(text.slice(start, end))}</h2>`
  const linkMarks = (words: string) =>
    escapeText(words).replaceAll(/\[(\d+)\]/g, (mark, number) => (listed.has(number) ? linkToSource(number) : mark))
  let at = start
  const pieces = quotations.map((one) => {
    const [from, to] = [Math.max(one.start, start), Math.min(one.end, end)]
    const before = text.slice(at, from)
    const number = cited.findIndex(({ source_id }) => source_id === one.id) + 1
    at = to
    return [linkMarks(before), escapeText(text.slice(from, to)), number > 0 && to === one.end && linkToSource(number)]
  })
  const words = [...pieces.flat(), linkMarks(text.slice(at, end))].filter((piece) => piece !== false).join('')
  const isQuotation = kind === 'original' && quotations.some((one) => one.start <= start && one.end >= end)
  return isQuotation ? `<blockquote>${words}</blockquote>` : `<p class="${kind}">${words}</p>`
}

const linkToSource = (number: string | number) => `<a class="cited" href="#source-${number}">${number}</a>`

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
