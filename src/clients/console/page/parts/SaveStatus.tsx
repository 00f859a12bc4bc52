import type { SaveState } from '../api/use-save.ts'
import { ErrorMessage } from './ErrorMessage.tsx'

type Props = { saving: SaveState; onAgain?: () => unknown; failed?: string | undefined }

/** The state of a save: always present, so that a screen reader announces each change of it. */
export const SaveStatus = ({ saving, onAgain, failed = 'Not saved' }: Props) => (
  <div class="save-status">
    <p role="status" class="good">
      {saving.step === 'saving' && 'Saving…'}
      {saving.step === 'saved' && saving.words !== '' && `✓ ${saving.words}`}
    </p>
    {saving.step === 'failed' && (
      <>
        <p class="wrong">✗ {failed}</p>
        <ErrorMessage takesFocus failure={saving.failure} onAgain={saving.failure.again ? onAgain : undefined} />
      </>
    )}
  </div>
)
