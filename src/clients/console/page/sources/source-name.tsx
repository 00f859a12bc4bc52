import type { Schemas } from '../api/client.ts'
import { formatPublished } from '../parts/dates.tsx'
import { countCodePoints } from '../text/ranges.ts'

/** How many characters of a text without a title are its name. */
const nameMax = 70

const kinds = { vault: 'An article or file', social_caption: 'A post', reel_transcript: 'A video' } as const

/** What a source is called: its title or, as posts have none, the beginning of its words. */
export function nameSource({ kind, title, description, url }: Schemas['Source']): string {
  if (title !== null && title.trim() !== '') return title
  const words = (description ?? '').trim().replace(/\s+/g, ' ')
  if (words === '') return url ?? `${kinds[kind]} without a title`
  const isLong = countCodePoints(words) > nameMax
  return `${kinds[kind]}: ${isLong ? `${[...words].slice(0, nameMax).join('').trimEnd()}…` : words}`
}

/** Title, publisher, date, and the link to where it was published. */
export const SourceName = ({ source }: { source: Schemas['Source'] }) => (
  <span class="source">
    <cite>{nameSource(source)}</cite>
    {[source.provenance.publisher, source.publishedAt && formatPublished(source.publishedAt)].map(
      (fact) => fact && <span key={fact}> · {fact}</span>,
    )}
    {source.url !== null && (
      <>
        {' · '}
        <a href={source.url} target="_blank" rel="noopener noreferrer">
          original<span class="unseen"> of {nameSource(source)} (opens a new tab)</span>
        </a>
      </>
    )}
  </span>
)
