import { useState } from 'preact/hooks'
import { type Schemas, useArtist } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { Button, Dialog } from '../parts/index.ts'
import { SourceReader } from '../sources/SourceReader.tsx'
import { SourceName } from '../sources/source-name.tsx'

type Reference = Schemas['Reference'] | Schemas['LoreReference']

export function Passage({ reference }: { reference: Reference }) {
  const { id, sources } = useArtist()
  const [isOpen, setOpen] = useState(false)
  if (reference.kind === 'answer') {
    return (
      <figure class="passage">
        <blockquote class="quoted">{reference.quote}</blockquote>
        <figcaption class="hint">
          An answer of yours · <a href={formatRoute(id, 'answers')}>all your answers</a>
        </figcaption>
      </figure>
    )
  }
  const { sourceId, revision, quote } = reference
  const source = sources.data?.find((one) => one.sourceId === sourceId)
  return (
    <figure class="passage">
      <blockquote class="quoted">{quote}</blockquote>
      <figcaption class="hint">
        {source ? <SourceName source={source} /> : 'From a source'}
        {' · '}
        <Button label="read around it" kind="link" onClick={() => setOpen(true)} />
      </figcaption>
      {isOpen && (
        <Dialog title="In its text" onClose={() => setOpen(false)}>
          <SourceReader sourceId={sourceId} revision={revision} found={reference} />
        </Dialog>
      )}
    </figure>
  )
}

export const Passages = ({ references }: { references: readonly Reference[] }) =>
  references.map((reference) => <Passage key={`${reference.start}-${reference.quote}`} reference={reference} />)
