import { isCalendarDate, parseInstant } from '#src/text/calendar.ts'
import type { Document } from './parse-html.ts'

/** Where a page states its own date of publication: marked as such, and not merely a date that it mentions. */
const statedMarks =
  'meta[itemprop~="datePublished"], time[itemprop~="datePublished"], [itemprop~="datePublished"][content]'

/** The date of the post that they stand in, which may be another one: related, recent, or the next. */
const postMarks = 'time[pubdate], time.dt-published, time.published, time.entry-date'
const post = 'article, .h-entry, .hentry, .post'

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

/** A review may be the page, or one of its readers'. */
const review = /Review$/

/** The date that a page states in its markup; of several the first that belongs to the page itself. */
export function findPublicationDate(document: Document): string | null {
  const heading = findHeading(document)
  const marked = [
    ...document.querySelectorAll(statedMarks),
    ...[...document.querySelectorAll(postMarks)].filter((one) => !heading || one.closest(post)?.contains(heading)),
  ]
  for (const element of marked) {
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

/** The main heading of a page, where a post has it. */
const findHeading = (document: Document): Element | undefined =>
  [...document.querySelectorAll('h1')].find((one) => one.closest(post) !== null && one.closest(others) === null)

function isOfPage(element: Element): boolean {
  if (element.closest(others) !== null) return false
  const item = element.closest('[itemscope]')
  if (item !== null && !isOwnItem(item)) return false
  // Teasers of other articles and comments are articles within one.
  const article = element.closest('article')
  return article === null || article.parentElement?.closest('article') == null
}

function isOwnItem(item: Element): boolean {
  const type = item.getAttribute('itemtype')?.trim() ?? 'CreativeWork'
  return ownItem.test(type) || (review.test(type) && item.parentElement?.closest('[itemscope]') == null)
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
