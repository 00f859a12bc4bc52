import type { FoundPage } from './index.ts'

/*
 * Results of a search are external: a field may be missing or of another type, and whatever is not plainly a web page
 * is skipped.
 */

export const toRecordOrEmpty = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The pages among the items, each address once, in the order given. Undefined when there is no list of them. */
export function parseResultPages(items: unknown, names: { url: string; snippet: string }): FoundPage[] | undefined {
  if (!Array.isArray(items)) return undefined
  const pages = items.map(toRecordOrEmpty).flatMap((item) => {
    const url = parseWebAddress(item[names.url])
    return url === undefined
      ? []
      : [{ url, title: cleanWords(item.title, 300), snippet: cleanWords(item[names.snippet], 500) }]
  })
  return [...new Map(pages.map((page) => [page.url, page])).values()]
}

/** Without tags, entities and runs of white space, at most `max` code points; null when nothing is left. */
function cleanWords(value: unknown, codePointsMax: number): string | null {
  if (typeof value !== 'string') return null
  const plain = value
    .slice(0, 10_000)
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:quot|#0?39|amp|lt|gt|nbsp);/g, (entity) => entities[entity] ?? ' ')
    .replace(/[\s\0]+/g, ' ')
    .toWellFormed()
    .trim()
  return Array.from(plain).slice(0, codePointsMax).join('') || null
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
}

function parseWebAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2048) return undefined
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.href.length <= 2048
    ? url.href
    : undefined
}
