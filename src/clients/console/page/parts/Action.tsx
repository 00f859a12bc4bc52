import { isConflict, useSave } from '../api/use-save.ts'
import { Button } from './Button.tsx'
import { SaveStatus } from './SaveStatus.tsx'

type Props = {
  label: string
  about?: string
  kind?: 'primary' | 'link'
  work: () => Promise<unknown>
  /** Called when it is done, and when what is shown is not the newest state. */
  onDone: () => unknown
  saved?: string
  failed: string
}

/** A button that does one thing at the service, with the state of it. */
export function Action({ label, about, kind, work, onDone, saved = '', failed }: Props) {
  const { saving, run, isBusy } = useSave()
  async function act() {
    const failure = await run(work, saved)
    if (failure === undefined || isConflict(failure)) await onDone()
  }
  return (
    <>
      <Button label={label} about={about} {...(kind && { kind })} disabled={isBusy} onClick={act} />
      <SaveStatus saving={saving} onAgain={act} failed={failed} />
    </>
  )
}
