import { client, type Schemas, useArtist } from '../api/index.ts'
import { Action, Section, Timestamp } from '../parts/index.ts'

type Correction = Schemas['ArtistCorrection']
type OnChange = () => Promise<void>

export const Corrections = ({ corrections, onChange }: { corrections: Correction[]; onChange: OnChange }) => (
  <Section title="Your corrections">
    <ul class="plain" aria-label="Corrections that hold">
      {corrections.length === 0 && <li class="empty">None yet. Choose a sentence above to correct it.</li>}
      {corrections.map((correction) => (
        <Held key={correction.id} correction={correction} onChange={onChange} />
      ))}
    </ul>
  </Section>
)

function Held({ correction, onChange }: { correction: Correction; onChange: OnChange }) {
  const { id } = useArtist()
  const { id: correctionId, claim, correction: right, revision, updatedAt } = correction
  const takeBack = () => client.call('retractCorrection', { path: { id, correctionId }, body: { revision } })
  const about = `the correction of ${claim.slice(0, 60)}`
  return (
    <li class="stack">
      <p class="quoted">
        <del>{claim}</del> {right !== null && <ins>{right}</ins>}
      </p>
      <p class="hint">
        {right === null && 'left out · '}
        <Timestamp at={updatedAt} />
      </p>
      <Action label="Take back" about={about} kind="link" work={takeBack} onDone={onChange} failed="Not taken back" />
    </li>
  )
}
