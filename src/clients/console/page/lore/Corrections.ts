import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { Timestamp } from '../parts/Timestamp.ts'

type Props = { corrections: Schemas['ArtistCorrection'][]; onChange: () => Promise<void> }

/** The corrections that hold; each can be taken back. */
export const Corrections = ({ corrections, onChange }: Props) => html`
  <section class="card" aria-labelledby="corrections-title">
    <h2 id="corrections-title" tabindex="-1">Corrections</h2>
    <p class="hint">What was called wrong. No generated text repeats it, and every question is prepared with it in sight.</p>
    ${corrections.length === 0 && html`<p>No correction holds.</p>`}
    <ul class="plain" aria-label="Corrections that hold">${corrections.map(
      (correction) => html`<${HeldCorrection} key=${correction.id} correction=${correction} onChange=${onChange} />`,
    )}</ul>
  </section>`

function HeldCorrection({
  correction,
  onChange,
}: {
  correction: Schemas['ArtistCorrection']
  onChange: Props['onChange']
}) {
  const id = useArtist()
  const { saving, run, isBusy } = useSave()
  const { id: correctionId, claim, correction: right, revision, updatedAt } = correction
  async function takeBack() {
    const refusal = await run(
      () => call('retractCorrection', { path: { id, correctionId }, body: { revision } }),
      'Taken back',
    )
    if (refusal === undefined || refusal.status === 409) await onChange()
  }
  return html`<li>
    <p class="quoted"><span class="about">Wrong: </span>${claim}</p>
    <p class="quoted">${right === null ? html`<span class="hint">Left out; no other words were given for it.</span>` : html`<span class="about">Right: </span>${right}`}</p>
    <p class="hint"><${Timestamp} at=${updatedAt} /></p>
    <button type="button" disabled=${isBusy} onClick=${takeBack}>Take back<span class="unseen"> the correction of ${claim.slice(0, 60)}</span></button>
    <${SaveStatus} saving=${saving} onAgain=${takeBack} failed="Not taken back" />
  </li>`
}
