import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import { client } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { onSubmitOf } from '../parts/forms.ts'
import { Loading } from '../parts/Loading.tsx'
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
        <form class="row" onSubmit={onSubmitOf(search)}>
          <label class="grow">
            <span class="unseen">Search the texts</span>
            <input
              type="search"
              placeholder="Search the texts"
              maxlength={500}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Search</button>
        </form>
      </search>
      {reading !== undefined ? (
        <>
          <button type="button" class="link" onClick={() => setReading(undefined)}>
            Back to {query === '' ? 'the list' : 'what was found'}
          </button>
          <SourceReader key={reading.original.id} original={reading.original} found={reading.found} onCite={onCite} />
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
  const words = splitWords(query)
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
              <li key={`${source.sourceId}/${start}`}>
                <p class="quoted">
                  <Found text={text} words={words} />
                </p>
                <p class="hint">
                  <SourceName source={source} />
                </p>
                <button
                  type="button"
                  onClick={() =>
                    onOpen({ original: { kind: 'source', id: source.sourceId, revision }, found: { start, end } })
                  }
                >
                  Open in its text
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loading>
  )
}
