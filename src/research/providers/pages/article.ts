import { Readability } from '@mozilla/readability'
import { isCalendarDate, parseInstant } from '#src/text/calendar.ts'
import { parseHtml } from './parse-html.ts'
import { renderText } from './text-of.ts'

/** The main text of a page, and its metadata. */
export type Article = { title: string | null; publishedAt: string | null; text: string }

/**
 * The article in a page, without what is around it. The text is '' where there is none. Takes unbounded time and memory
 * on a page that was made for that; see ./extract.ts.
 */
export function parseArticle(html: string): Article {
  const document = parseHtml(html)
  const stated = readMetadata(document)
  if ((document.body.textContent ?? '').trim() === '') return { ...stated, text: '' }
  const reader = new Readability(document, { serializer: (node) => node })
  const article = reader.parse()
  if (!article?.content) return { ...stated, text: '' }
  return {
    title: normalizeTitle(article.title) ?? stated.title,
    publishedAt: parsePublicationDate(article.publishedTime ?? null) ?? stated.publishedAt,
    text: renderText(article.content as unknown as Parameters<typeof renderText>[0]),
  }
}

/** Read before the article is taken out of the page: that changes the page. */
function readMetadata(document: ReturnType<typeof parseHtml>): Omit<Article, 'text'> {
  const time = document.querySelector('article time[datetime], meta[itemprop="datePublished"]')
  return {
    title: normalizeTitle(document.querySelector('title')?.textContent),
    publishedAt: parsePublicationDate(time?.getAttribute('datetime') ?? time?.getAttribute('content') ?? null),
  }
}

const normalizeTitle = (title: string | null | undefined): string | null => title?.replace(/\s+/g, ' ').trim() || null

/**
 * A date of publication in the form of the contract, as exactly as it was stated; null for anything else, since half a
 * date would be a wrong one.
 */
export function parsePublicationDate(stated: string | null): string | null {
  const text = stated?.trim() ?? ''
  return isCalendarDate(text) ? text : (parseInstant(text)?.toISOString() ?? null)
}
