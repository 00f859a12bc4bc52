import { useState } from 'preact/hooks'
import type { Schemas } from '../api/index.ts'
import { Button, Loading } from '../parts/index.ts'
import { formatSourceFacts, nameSource } from './source-name.tsx'
import { useSources } from './use-sources.ts'

const shownMax = 12

const readiness: Record<Schemas['ExtractionReadiness'], string> = {
  ready: 'without text',
  queued: 'its text is read soon',
  running: 'its text is being read',
  failed: 'its text could not be read',
  unknown: 'no text yet',
}

/** Everything that may be quoted, and what cannot be read yet. */
export function SourceList({ onOpen }: { onOpen: (sourceId: string) => void }) {
  const load = useSources()
  const [isWhole, setWhole] = useState(false)
  return (
    <Loading load={load} what="the sources">
      {(sources) => (
        <>
          {sources.length === 0 && <p class="empty">No text may be quoted yet.</p>}
          <ul class="plain tight">
            {sources.slice(0, isWhole ? undefined : shownMax).map((source) => {
              const { extraction, sourceId } = source
              const isReadable = extraction.storedChars > 0
              return (
                <li key={sourceId}>
                  {isReadable ? (
                    <Button label={nameSource(source)} kind="link" onClick={() => onOpen(sourceId)} />
                  ) : (
                    nameSource(source)
                  )}
                  <p class="hint">{isReadable ? formatSourceFacts(source) : readiness[extraction.readiness]}</p>
                </li>
              )
            })}
          </ul>
          {!isWhole && sources.length > shownMax && (
            <Button label={`Show all ${sources.length}`} kind="link" onClick={() => setWhole(true)} />
          )}
        </>
      )}
    </Loading>
  )
}
