import { useState } from 'preact/hooks'
import type { Schemas } from '../api/index.ts'
import { Button, Dialog } from '../parts/index.ts'
import { toOriginal } from '../sources/read-window.ts'
import { SourceReader } from '../sources/SourceReader.tsx'
import { SourceName } from '../sources/source-name.tsx'
import { useSources } from '../sources/use-sources.ts'

type Reference = Schemas['Reference'] | Schemas['LoreReference']

/** The exact words that are cited, under the name of their source, with a way to read around them. */
export function Passage({ reference }: { reference: Reference }) {
  const sources = useSources()
  const [isOpen, setOpen] = useState(false)
  const isAnswer = reference.kind === 'answer'
  const source = isAnswer ? undefined : sources.data?.find(({ sourceId }) => sourceId === reference.sourceId)
  return (
    <figure class="passage">
      <blockquote class="quoted">{reference.quote}</blockquote>
      <figcaption class="hint">
        {source ? <SourceName source={source} /> : isAnswer ? 'An answer of yours' : 'From a source'}
        {' · '}
        <Button label="read around it" kind="link" onClick={() => setOpen(true)} />
      </figcaption>
      {isOpen && (
        <Dialog title="In its text" onClose={() => setOpen(false)}>
          <SourceReader original={toOriginal(reference)} found={reference} />
        </Dialog>
      )}
    </figure>
  )
}

export const Passages = ({ references }: { references: readonly Reference[] }) =>
  references.map((reference) => <Passage key={`${reference.start}-${reference.quote}`} reference={reference} />)
