import { useState } from 'preact/hooks'
import { client, useArtist, useLoad } from '../api/index.ts'
import { Loading, SearchField } from '../parts/index.ts'
import { Found } from '../text/Found.tsx'
import { type OnCite, ReadButton } from './SourceReader.tsx'
import { formatSourceFacts, nameSource, SourceName } from './source-name.tsx'

type Props = { onCite?: OnCite }

export function Evidence({ onCite }: Props) {
  const [query, setQuery] = useState('')
  return (
    <section class="card stack" aria-label="Texts about you">
      <SearchField label="Search the texts" onSearch={setQuery} />
      {query === '' ? <SourceList onCite={onCite} /> : <Results query={query} onCite={onCite} />}
    </section>
  )
}

/** Everything that may be quoted; what has no text yet cannot be opened. */
function SourceList({ onCite }: Props) {
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
                  <ReadButton label={nameSource(source)} kind="link" sourceId={sourceId} onCite={onCite} />
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

function Results({ query, onCite }: Props & { query: string }) {
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
                <Found text={text} query={query} />
                <p class="hint">
                  <SourceName source={source} />
                </p>
                <ReadButton
                  label="Open in its text"
                  {...{ sourceId: source.sourceId, revision, found: { start, end }, onCite }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Loading>
  )
}
