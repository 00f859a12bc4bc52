import { decodeHTMLStrict } from 'entities'
import { toRecord, toWebAddress } from '../json.ts'
import type { FoundPage } from './index.ts'

/**
 * The pages among the items, each address once, in the order given; what is not plainly a web page is skipped.
 * Undefined when there is no list of them.
 */
export function parseResultPages(items: unknown, names: { url: string; snippet: string }): FoundPage[] | undefined {
  if (!Array.isArray(items)) return undefined
  const pages = items.map(toRecord).flatMap((item) => {
    const url = toWebAddress(item[names.url])
    return url === undefined
      ? []
      : [{ url, title: cleanWords(item.title, 300), snippet: cleanWords(item[names.snippet], 500) }]
  })
  return [...new Map(pages.map((page) => [page.url, page])).values()]
}

/** A tag as HTML has it: what else stands between angle brackets are words. */
const tag = /<\/?[a-z][a-z0-9-]*(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?)*\s*\/?>/gi

/** Without tags, entities and runs of white space, at most `max` code points; null when nothing is left. */
function cleanWords(value: unknown, codePointsMax: number): string | null {
  if (typeof value !== 'string') return null
  const plain = decodeHTMLStrict(value.slice(0, 10_000).replace(tag, ''))
    .replace(/[\s\0]+/g, ' ')
    .toWellFormed()
    .trim()
  return Array.from(plain).slice(0, codePointsMax).join('') || null
}
