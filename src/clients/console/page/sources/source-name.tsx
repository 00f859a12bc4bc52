import type { Schemas } from '../api/index.ts'
import { formatPublished, joinFacts, OutsideLink } from '../parts/index.ts'

type Source = Schemas['Source']

/** How many UTF-16 code units of a text without a title are its name. */
const nameMax = 70

const kinds = { vault: 'An article or file', social_caption: 'A post', reel_transcript: 'A video' } as const

/** What a source is called: its title or, as posts have none, the beginning of its words. */
export function nameSource({ kind, title, description, url }: Source): string {
  if (title !== null && title.trim() !== '') return title
  const words = (description ?? '').trim().replace(/\s+/g, ' ')
  if (words === '') return url ?? `${kinds[kind]} without a title`
  const isLong = words.length > nameMax
  return `${kinds[kind]}: ${isLong ? `${words.slice(0, nameMax).toWellFormed().trimEnd()}…` : words}`
}

export const formatSourceFacts = ({ provenance, publishedAt }: Source): string =>
  joinFacts(provenance.publisher, publishedAt && formatPublished(publishedAt))

/** Title (a post has none, and its words stand beside it), publisher, date, and the link to where it was published. */
export const SourceName = ({ source }: { source: Source }) => (
  <span class="source">
    <cite>{source.title ?? kinds[source.kind]}</cite> · {formatSourceFacts(source)}{' '}
    {source.url !== null && <OutsideLink href={source.url} label="original" about={`of ${nameSource(source)}`} />}
  </span>
)
