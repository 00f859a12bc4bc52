import type { SaveState } from '../api/use-save.ts'
import { html } from '../html.ts'
import { ErrorMessage } from './ErrorMessage.ts'

/** The state of a save: always present, so that a screen reader announces each change of it. */
export const SaveStatus = ({
  saving,
  onAgain,
  failed = 'Not saved',
}: {
  saving: SaveState
  onAgain?: () => void
  failed?: string
}) => html`
  <div class="save-status ${saving.step}">
    <p role="status">${saving.step === 'saving' ? 'Saving…' : saving.step === 'saved' && saving.words !== '' ? `✓ ${saving.words}` : ''}</p>
    ${
      saving.step === 'failed' &&
      html`<p class="not-saved">✗ ${failed}</p>
        <${ErrorMessage} takesFocus refusal=${saving.refusal} onAgain=${saving.refusal.again ? onAgain : undefined} />`
    }
  </div>`
