import { useState } from 'preact/hooks'
import { client, useArtist, useLoad } from '../api/index.ts'
import type { ViewProps } from '../app/navigation.tsx'
import { Heading, Loading, SearchField, Section } from '../parts/index.ts'
import { Found } from '../text/marked.tsx'
import { FoundSources } from './FoundSources.tsx'
import { LookForMore } from './LookForMore.tsx'
import { formatSourceFacts, nameSource, type OnCite, ReadButton, SourceName } from './SourceReader.tsx'

export function SourcesView(_: ViewProps) {
  const { sources } = useArtist()
  const [round, setRound] = useState(0)
  const nextRound = () => setRound((before) => before + 1)
  async function onDecided() {
    nextRound()
    await sources.reload()
  }
  return (
    <>
      <Heading>Sources</Heading>
      <p class="lead">The texts about you from which questions are asked and your page is made.</p>
      <div class="columns">
        <div>
          <FoundSources about={round} onDecided={onDecided} />
          <LookForMore about={round} onDone={nextRound} />
        </div>
        <Section title="What may be quoted">
          <Evidence />
        </Section>
      </div>
    </>
  )
}

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
