import { type Schemas, useArtist } from '../api/index.ts'
import { formatRoute } from '../app/navigation.tsx'
import { ReadButton, SourceName } from '../sources/SourceReader.tsx'

type Reference = Schemas['Reference'] | Schemas['LoreReference']

export const Passage = ({ reference }: { reference: Reference }) => (
  <figure class="passage">
    <blockquote class="quoted">{reference.quote}</blockquote>
    <figcaption class="hint">
      <Origin reference={reference} />
    </figcaption>
  </figure>
)

/** Where a passage is from, with a way to read around it. */
function Origin({ reference }: { reference: Reference }) {
  const { id, sources } = useArtist()
  if (reference.kind === 'answer') return <a href={formatRoute(id, 'answers')}>An answer of yours</a>
  const { sourceId, revision } = reference
  const source = sources.data?.find((one) => one.sourceId === sourceId)
  return (
    <>
      {source ? <SourceName source={source} /> : 'From a source'}
      {' · '}
      <ReadButton label="read around it" kind="link" {...{ sourceId, revision, found: reference }} />
    </>
  )
}

export const Passages = ({ references }: { references: readonly Reference[] }) =>
  references.map((reference) => <Passage key={`${reference.start}-${reference.quote}`} reference={reference} />)
