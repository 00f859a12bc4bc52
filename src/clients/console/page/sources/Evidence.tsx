import { useState } from 'preact/hooks'
import { client, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { Button, Loading, SearchField } from '../parts/index.ts'
import { Found } from '../text/Found.tsx'
import type { TextRange } from '../text/ranges.ts'
import { SourceReader } from './SourceReader.tsx'
import { formatSourceFacts, nameSource, SourceName } from './source-name.tsx'

type Reading = { sourceId: string; revision?: string; found?: TextRange }
type OnOpen = (reading: Reading) => void

export function Evidence({ onCite }: { onCite?: (reference: Schemas['OriginalReference']) => void }) {
  const [query, setQuery] = useState('')
  const [reading, setReading] = useState<Reading>()
  function search(words: string) {
    setQuery(words)
    setReading(undefined)
  }
  return (
    <section class="card stack" aria-label="Texts about you">
      <SearchField label="Search the texts" onSearch={search} />
      {reading !== undefined ? (
        <>
          <Button label="Back to the list" kind="link" onClick={() => setReading(undefined)} />
          <SourceReader key={reading.sourceId} {...reading} onCite={onCite} />
        </>
      ) : query === '' ? (
        <SourceList onOpen={setReading} />
      ) : (
        <Results query={query} onOpen={setReading} />
      )}
    </section>
  )
}

/** Everything that may be quoted; what has no text yet cannot be opened. */
function SourceList({ onOpen }: { onOpen: OnOpen }) {
  const { sources } = useArtist()
  return (
    <Loading load={sources} what="the sources">
      {(all) => (
        <ul class="plain tight long">
          {all.length === 0 && <li class="empty">No text may be quoted yet.</li>}
          {all.map((source) => {
            const { extraction, sourceId } = source
            const isReadable = extraction.storedChars > 0
            return (
              <li key={sourceId}>
                {isReadable ? (
                  <Button label={nameSource(source)} kind="link" onClick={() => onOpen({ sourceId })} />
                ) : (
                  nameSource(source)
                )}
                <p class="hint">{isReadable ? formatSourceFacts(source) : `text ${extraction.readiness}`}</p>
              </li>
            )
          })}
        </ul>
      )}
    </Loading>
  )
}

function Results({ query, onOpen }: { query: string; onOpen: OnOpen }) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('searchArtistEvidence', { path: { id }, query: { query } }), [id, query])
  return (
    <Loading load={load} what="the texts">
      {({ passages, coverage }) => (
        <>
          <p class="hint" role="status">
            {passages.length === 0 ? 'Nothing was found.' : `${passages.length} found.`}{' '}
            {!coverage.complete && coverage.limitations.join(' ')}
          </p>
          <ul class="plain" aria-label="What was found">
            {passages.map(({ source, revision, start, end, text }) => (
              <li key={`${source.sourceId}/${start}`} class="stack">
                <p class="quoted">
                  <Found text={text} query={query} />
                </p>
                <p class="hint">
                  <SourceName source={source} />
                </p>
                <Button
                  label="Open in its text"
                  onClick={() => onOpen({ sourceId: source.sourceId, revision, found: { start, end } })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Loading>
  )
}
