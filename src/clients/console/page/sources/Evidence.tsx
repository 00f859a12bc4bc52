import { useState } from 'preact/hooks'
import { client, useArtist, useLoad } from '../api/index.ts'
import { Button, Loading, onSubmitOf, SearchField } from '../parts/index.ts'
import { Found, splitWords } from '../text/Found.tsx'
import type { TextRange } from '../text/ranges.ts'
import type { Original } from './read-window.ts'
import { SourceList } from './SourceList.tsx'
import { type CitedOriginal, SourceReader } from './SourceReader.tsx'
import { SourceName } from './source-name.tsx'

type Reading = { original: Original; found?: TextRange }

/** The texts about the artist: searched, listed, and read; a passage can be cited from each. */
export function Evidence({ onCite }: { onCite?: (reference: CitedOriginal) => void }) {
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const [reading, setReading] = useState<Reading>()
  function search() {
    setQuery(typed.trim())
    setReading(undefined)
  }
  return (
    <section class="card stack" aria-label="Texts about you">
      <search>
        <form onSubmit={onSubmitOf(search)}>
          <SearchField label="Search the texts" value={typed} onValue={setTyped}>
            <Button type="submit" label="Search" />
          </SearchField>
        </form>
      </search>
      {reading !== undefined ? (
        <>
          <Button label="Back to the list" kind="link" onClick={() => setReading(undefined)} />
          <SourceReader key={reading.original.id} {...reading} onCite={onCite} />
        </>
      ) : query === '' ? (
        <SourceList onOpen={(id) => setReading({ original: { kind: 'source', id } })} />
      ) : (
        <Results query={query} onOpen={setReading} />
      )}
    </section>
  )
}

function Results({ query, onOpen }: { query: string; onOpen: (reading: Reading) => void }) {
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
            {passages.map(({ source, revision, start, end, text }) => {
              const original = { kind: 'source', id: source.sourceId, revision } as const
              return (
                <li key={`${source.sourceId}/${start}`}>
                  <p class="quoted">
                    <Found text={text} words={splitWords(query)} />
                  </p>
                  <p class="hint">
                    <SourceName source={source} />
                  </p>
                  <Button label="Open in its text" onClick={() => onOpen({ original, found: { start, end } })} />
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Loading>
  )
}
