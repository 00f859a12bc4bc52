import type { Saving } from '../api/save.ts'
import { html } from '../html.ts'
import { Failure } from './Failure.ts'

/** Where a saving stands: always there, so that a change of it is read out. */
export const Saved = ({
  saving,
  onAgain,
  failed = 'Not saved',
}: {
  saving: Saving
  onAgain?: () => void
  failed?: string
}) => html`
  <div class="saved ${saving.step}">
    <p role="status">${saving.step === 'saving' ? 'Saving…' : saving.step === 'saved' ? `✓ ${saving.words}` : ''}</p>
    ${
      saving.step === 'failed' &&
      html`<p class="not-saved">✗ ${failed}</p>
        <${Failure} refusal=${saving.refusal} onAgain=${saving.refusal.again ? onAgain : undefined} />`
    }
  </div>`
