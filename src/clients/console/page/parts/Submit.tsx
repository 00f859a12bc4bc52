import type { ComponentChildren } from 'preact'
import type { SaveState } from '../api/use-save.ts'
import { Button } from './Button.tsx'
import { SaveStatus } from './SaveStatus.tsx'

type Props = {
  label: string
  isReady: boolean
  saving: SaveState
  onAgain: () => unknown
  failed?: string
  children?: ComponentChildren
}

/** The end of a form: its button, those beside it, and the state of the save. */
export const Submit = ({ label, isReady, saving, onAgain, failed, children }: Props) => (
  <>
    <div class="row">
      <Button type="submit" kind="primary" label={label} disabled={!isReady || saving.step === 'saving'} />
      {children}
    </div>
    <SaveStatus saving={saving} onAgain={onAgain} failed={failed} />
  </>
)
