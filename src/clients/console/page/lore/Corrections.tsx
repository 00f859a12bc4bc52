import { useArtist } from '../api/artist.ts'
import { client, type Schemas } from '../api/client.ts'
import type { LoadState } from '../api/use-load.ts'
import { isConflict, useSave } from '../api/use-save.ts'
import { Timestamp } from '../parts/dates.tsx'
import { Loading } from '../parts/Loading.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'

type Correction = Schemas['ArtistCorrection']
type Props = { load: LoadState<Correction[]>; onChange: () => Promise<void> }

/** The corrections that hold; each can be taken back. */
export const Corrections = ({ load, onChange }: Props) => (
  <section aria-labelledby="corrections-title">
    <h2 id="corrections-title" tabindex={-1}>
      Your corrections
    </h2>
    <Loading load={load} what="your corrections" lines={2}>
      {(corrections) => (
        <ul class="plain" aria-label="Corrections that hold">
          {corrections.length === 0 && <li class="empty">None yet. Choose a sentence above to correct it.</li>}
          {corrections.map((correction) => (
            <Held key={correction.id} correction={correction} onChange={onChange} />
          ))}
        </ul>
      )}
    </Loading>
  </section>
)

function Held({ correction, onChange }: { correction: Correction; onChange: Props['onChange'] }) {
  const { id } = useArtist()
  const { saving, run, isBusy } = useSave()
  const { id: correctionId, claim, correction: right, revision, updatedAt } = correction
  async function takeBack() {
    const input = { path: { id, correctionId }, body: { revision } }
    const failure = await run(() => client.call('retractCorrection', input), 'Taken back')
    if (failure === undefined || isConflict(failure)) await onChange()
  }
  return (
    <li class="stack">
      <p class="quoted diff">
        <del>{claim}</del> {right !== null && <ins>{right}</ins>}
      </p>
      <p class="hint">
        {right === null && 'left out · '}
        <Timestamp at={updatedAt} /> ·{' '}
        <button type="button" class="link" disabled={isBusy} onClick={takeBack}>
          Take back<span class="unseen"> the correction of {claim.slice(0, 60)}</span>
        </button>
      </p>
      <SaveStatus saving={saving} onAgain={takeBack} failed="Not taken back" />
    </li>
  )
}
