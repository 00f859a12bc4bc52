import { client, type Schemas, useArtist } from '../api/index.ts'
import { Action, Section, Timestamp } from '../parts/index.ts'

type Props = { corrections: Schemas['ArtistCorrection'][]; onChange: () => Promise<void> }

export function Corrections({ corrections, onChange }: Props) {
  const { id } = useArtist()
  return (
    <Section title="Your corrections">
      <ul class="plain" aria-label="Corrections that hold">
        {corrections.length === 0 && <li class="empty">None yet. Choose a sentence to correct it.</li>}
        {corrections.map(({ id: correctionId, claim, correction, revision, updatedAt }) => (
          <li key={correctionId} class="stack">
            <p class="quoted">
              <del>{claim}</del> {correction !== null && <ins>{correction}</ins>}
            </p>
            <div class="row hint">
              <Timestamp at={updatedAt} />
              <Action
                label="Take back"
                about={`the correction of ${claim.slice(0, 60)}`}
                kind="link"
                work={() => client.call('retractCorrection', { path: { id, correctionId }, body: { revision } })}
                onDone={onChange}
                failed="Not taken back"
              />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
