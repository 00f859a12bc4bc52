import type { Schemas } from '../api/index.ts'
import { formatPublished, OutsideLink } from '../parts/index.ts'
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

/** Who published a source and when, in a line. */
export const formatSourceFacts = ({ provenance, publishedAt }: Schemas['Source']): string =>
  [provenance.publisher, publishedAt && formatPublished(publishedAt)].filter(Boolean).join(' · ')

/** Title (a post has none, and its words stand beside it), publisher, date, and the link to where it was published. */
export const SourceName = ({ source }: { source: Schemas['Source'] }) => (
  <span class="source">
    <cite>{source.title ?? kinds[source.kind]}</cite> · {formatSourceFacts(source)}{' '}
    {source.url !== null && <OutsideLink href={source.url} label="original" about={`of ${nameSource(source)}`} />}
  </span>
)
