import { useState } from 'preact/hooks'
import { useArtist } from '../api/index.ts'
import type { ViewProps } from '../app/route.ts'
import { Heading, Section } from '../parts/index.ts'
import { Evidence } from './Evidence.tsx'
import { FoundSources } from './FoundSources.tsx'
import { LookForMore } from './LookForMore.tsx'

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
          <LookForMore onDone={nextRound} />
        </div>
        <Section title="What may be quoted">
          <Evidence />
        </Section>
      </div>
    </>
  )
}
