import { useState } from 'preact/hooks'
import type { Schemas } from '../api/client.ts'
import { formatPublished } from '../parts/dates.tsx'
import { Loading } from '../parts/Loading.tsx'
import { nameSource } from './source-name.tsx'
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
            {(isWhole ? sources : sources.slice(0, shownMax)).map((source) => (
              <li key={source.sourceId}>
                {source.extraction.storedChars > 0 ? (
                  <button type="button" class="link" onClick={() => onOpen(source.sourceId)}>
                    {nameSource(source)}
                  </button>
                ) : (
                  <span>
                    {nameSource(source)} <em class="hint">{readiness[source.extraction.readiness]}</em>
                  </span>
                )}
                <p class="hint">
                  {[source.provenance.publisher, source.publishedAt && formatPublished(source.publishedAt)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ul>
          {!isWhole && sources.length > shownMax && (
            <button type="button" class="link" onClick={() => setWhole(true)}>
              Show all {sources.length}
            </button>
          )}
        </>
      )}
    </Loading>
  )
}
