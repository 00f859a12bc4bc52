import { isCalendarDate, parseInstant } from '#src/text/calendar.ts'
import { parseJson, readList, toRecord } from '#src/text/json.ts'
import type { Document } from './parse-html.ts'

/** Where a page states its own date of publication: marked as such, and not merely a date that it mentions. */
const statedMarks =
  'meta[itemprop~="datePublished"], time[itemprop~="datePublished"], [itemprop~="datePublished"][content]'

/** Names of meta elements in use for it, in lower case. */
const metaNames = new Set([
  ...['date', 'pubdate', 'publishdate', 'publish-date', 'publication_date', 'parsely-pub-date', 'sailthru.date'],
  ...['dc.date', 'dc.date.issued', 'dcterms.date', 'dcterms.created', 'dcterms.issued'],
  ...['citation_publication_date', 'citation_date', 'article.published', 'og:published_time'],
])

/** Parts of a page that are about something else, whose dates are theirs. */
const others =
  'aside, blockquote, footer, nav, [itemprop~="comment"], [class~="comment"], [id="comments"], .h-cite, [role="complementary"]'

/** Items (microdata) that are the page or its article; a comment, a concert or a review within it has its own date. */
const ownItem = /(?:Article|Posting|Report|Page|CreativeWork|Interview)$/

/** The date that a page states in its markup; of several the first that belongs to the page itself. */
export function findPublicationDate(document: Document): string | null {
  const own = findOwnArticle(document)
  for (const element of document.querySelectorAll(statedMarks)) {
    const date = isOfPage(element, own) ? readDate(element) : null
    if (date !== null) return date
  }
  for (const meta of document.querySelectorAll('meta[name], meta[property]')) {
    const name = (meta.getAttribute('name') ?? meta.getAttribute('property') ?? '').toLowerCase()
    const date = metaNames.has(name) ? readDate(meta) : null
    if (date !== null) return date
  }
  return null
}

type Element = NonNullable<ReturnType<Document['querySelector']>>

/** Of several articles side by side the one with the heading; teasers and comments are articles within one. */
function findOwnArticle(document: Document): Element | undefined {
  const articles = [...document.querySelectorAll('article')].filter(
    (article) => article.closest(others) === null && article.parentElement?.closest('article') == null,
  )
  const headed = articles.length > 1 ? articles.filter((article) => article.querySelector('h1') !== null) : articles
  return headed.length === 1 ? headed[0] : undefined
}

function isOfPage(element: Element, own: Element | undefined): boolean {
  if (element.closest(others) !== null) return false
  const item = element.closest('[itemscope]')
  if (item !== null && !ownItem.test(item.getAttribute('itemtype')?.trim() ?? 'CreativeWork')) return false
  const article = element.closest('article')
  return article === null || article === own
}

/** Whether JSON-LD describes articles of several days, of which it does not say which one is the page. */
export function describesSeveralArticles(document: Document): boolean {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  const items = scripts.flatMap(({ textContent }) => {
    const json = parseJson(textContent ?? '')
    return Array.isArray(json) ? json : (readList(json, '@graph') ?? [json])
  })
  const articles = items.map(toRecord).filter((item) => /(?:Article|Posting|Report)$/.test(String(item['@type'])))
  return new Set(articles.map(({ datePublished }) => String(datePublished).slice(0, 'YYYY-MM-DD'.length))).size > 1
}

const readDate = (element: Element) =>
  parsePublicationDate(
    element.getAttribute('datetime') ??
      element.getAttribute('content') ??
      (element.tagName.toUpperCase() === 'TIME' ? element.textContent : null),
  )

/**
 * A date of publication in the form of the contract, as exactly as it was stated; null for anything else, since half a
 * date would be a wrong one.
 */
export function parsePublicationDate(stated: string | null | undefined): string | null {
  const text = stated?.trim() ?? ''
  return isCalendarDate(text) ? text : (parseInstant(text)?.toISOString() ?? null)
}
