import { useState } from 'preact/hooks'
import type { Schemas } from '../api/client.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { toOriginal } from '../sources/read-window.ts'
import { SourceReader } from '../sources/SourceReader.tsx'
import { SourceName } from '../sources/source-name.tsx'
import { findSource, useSources } from '../sources/use-sources.ts'

type Reference = Schemas['Reference'] | Schemas['LoreReference']

/** The exact words that are cited, under the name of their source, with a way to read around them. */
export function Passage({ reference }: { reference: Reference }) {
  const sources = useSources()
  const source = reference.kind === 'original' ? findSource(sources.data, reference.sourceId) : undefined
  return (
    <figure class="passage">
      <blockquote class="quoted">{reference.quote}</blockquote>
      <figcaption class="hint">
        {source ? (
          <SourceName source={source} />
        ) : reference.kind === 'answer' ? (
          'An earlier answer of yours'
        ) : (
          'From a source'
        )}
        {' · '}
        <ReadAround reference={reference} />
      </figcaption>
    </figure>
  )
}

/** Opens the text in which the words stand. */
export function ReadAround({ reference }: { reference: Reference }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="link" onClick={() => setOpen(true)}>
        read around it
      </button>
      {isOpen && (
        <Dialog title="In its text" onClose={() => setOpen(false)}>
          <SourceReader original={toOriginal(reference)} found={reference} />
        </Dialog>
      )}
    </>
  )
}
