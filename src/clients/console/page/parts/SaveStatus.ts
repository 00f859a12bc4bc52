import type { SaveState } from '../api/use-save.ts'
import { html } from '../html.ts'
import { ErrorMessage } from './ErrorMessage.ts'

/** Where a saving stands: always there, so that a change of it is read out. */
export const SaveStatus = ({
  saving,
  onAgain,
  failed = 'Not saved',
}: {
  saving: SaveState
  onAgain?: () => void
  failed?: string
}) => html`
  <div class="saved ${saving.step}">
    <p role="status">${saving.step === 'saving' ? 'Saving…' : saving.step === 'saved' ? `✓ ${saving.words}` : ''}</p>
    ${
      saving.step === 'failed' &&
      html`<p class="not-saved">✗ ${failed}</p>
        <${ErrorMessage} refusal=${saving.refusal} onAgain=${saving.refusal.again ? onAgain : undefined} />`
    }
  </div>`
