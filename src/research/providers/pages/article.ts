import { Readability } from '@mozilla/readability'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import { describesSeveralArticles, findPublicationDate, parsePublicationDate } from './dates.ts'
import { type Document, parseHtml } from './parse-html.ts'
import { parseXhtml } from './parse-xml.ts'
import { findRefresh, isChallenge } from './refresh.ts'
import { renderText, seam } from './text-of.ts'

/** The main text of a page, and its metadata. */
export type Article = { title: string | null; publishedAt: string | null; text: string }

/** `refresh`: the page sends its reader to this address. `challenge`: it only checks who reads it. */
export type ParsedPage = Article | { refresh: string } | 'challenge'

/**
 * The article in a page, without what is around it. The text is '' where there is none. Undefined of XML that is no
 * page. Takes unbounded time and memory on a page that was made for that; see ./extract.ts.
 * @param address the page's own
 * @param mediaType as it is served; XHTML that is not well-formed is read as HTML
 */
export function parsePage(page: string, { mediaType = 'text/html', address = '' } = {}): ParsedPage | undefined {
  if (mediaType === 'text/plain') return { title: null, publishedAt: null, text: page }
  const xhtml = mediaType.endsWith('xml') ? parseXhtml(page) : undefined
  if (xhtml === undefined && /^(?:text|application)\/xml$/.test(mediaType)) return undefined
  const document = xhtml ?? parseHtml(page)
  const place = findRefresh(document, address)
  if (place !== undefined) return { refresh: place }
  const title = normalizeTitle(document.querySelector('title')?.textContent)
  if (isChallenge(title ?? '', renderText(document.body))) return 'challenge'
  return extractArticle(document, title)
}

function extractArticle(document: Document, title: string | null): Article {
  // Before the article is taken out of the page: that changes the page.
  const stated = { title, publishedAt: findPublicationDate(document) }
  // Of several articles in JSON-LD it would take the first for the page's own.
  const options = { serializer: (node: unknown) => node, disableJSONLD: describesSeveralArticles(document) }
  const article = new Readability(document, options).parse()
  if (!article?.content) return { ...stated, text: '' }
  return {
    title: normalizeTitle(article.title) ?? stated.title,
    publishedAt: parsePublicationDate(article.publishedTime) ?? stated.publishedAt,
    text: renderText(article.content as unknown as Parameters<typeof renderText>[0]),
  }
}

/** In one line, as it can be stored, at most 300 code points. */
function normalizeTitle(title: string | null | undefined): string | null {
  const line = (title ?? '').replaceAll(seam, '').replace(/\s+/g, ' ').trim()
  return Array.from(truncateText(line).text).slice(0, 300).join('') || null
}
