import { useState } from 'preact/hooks'
import { useArtist } from '../api/index.ts'
import type { ViewProps } from '../app/navigation.tsx'
import { Heading, Loading, Section } from '../parts/index.ts'
import { FoundSources } from './FoundSources.tsx'
import { LookForMore } from './LookForMore.tsx'
import { formatSourceFacts, nameSource, ReadButton } from './SourceReader.tsx'

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
          <SourceList />
        </Section>
      </div>
    </>
  )
}

/** Everything that may be quoted; what has no text yet cannot be opened. */
function SourceList() {
  const { sources } = useArtist()
  return (
    <Loading load={sources} what="the sources">
      {(all) => (
        <ul class="card plain tight long">
          {all.length === 0 && <li class="empty">No text may be quoted yet.</li>}
          {all.map((source) => {
            const { extraction, sourceId } = source
            const isReadable = extraction.storedChars > 0
            return (
              <li key={sourceId}>
                {isReadable ? (
                  <ReadButton label={nameSource(source)} kind="link" sourceId={sourceId} />
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
