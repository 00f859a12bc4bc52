import { isCalendarDate, parseInstant } from '#src/text/calendar.ts'
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
  'aside, footer, nav, [itemprop~="comment"], [class~="comment"], [id="comments"], .h-cite, [role="complementary"]'

/** Items (microdata) that are the page or its article; a comment, a concert or a review within it has its own date. */
const ownItem = /(?:Article|Posting|Report|Page|CreativeWork|Interview)$/

/** The date that a page states in its markup; of several the first that belongs to the page itself. */
export function findPublicationDate(document: Document): string | null {
  for (const element of document.querySelectorAll(statedMarks)) {
    const date = isOfPage(element) ? readDate(element) : null
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

function isOfPage(element: Element): boolean {
  if (element.closest(others) !== null) return false
  const item = element.closest('[itemscope]')
  if (item !== null && !ownItem.test(item.getAttribute('itemtype')?.trim() ?? 'CreativeWork')) return false
  // Teasers of other articles and comments are articles within one.
  const article = element.closest('article')
  return article === null || article.parentElement?.closest('article') == null
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
