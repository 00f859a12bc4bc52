import type { ComponentChildren } from 'preact'
import { type Failure, useSave } from '../api/index.ts'
import { Button } from './buttons.tsx'
import { onSubmitOf } from './fields.tsx'
import { SaveStatus } from './status.tsx'

type Props = {
  label: string
  isReady: boolean
  save: () => Promise<unknown>
  /** Called with why it was not saved, or with nothing when it was. */
  onEnd?: (failure: Failure | undefined) => unknown
  saved?: string
  failed?: string
  beside?: ComponentChildren
  children: ComponentChildren
}

/** A form that saves at the service, with its button, what stands beside that, and the state of the save. */
export function SaveForm({ label, isReady, save, onEnd, saved = '', failed, beside, children }: Props) {
  const { saving, run, isBusy } = useSave()
  async function submit() {
    if (!isReady || isBusy) return
    const failure = await run(save, saved)
    await onEnd?.(failure)
  }
  return (
    <form class="stack" onSubmit={onSubmitOf(submit)}>
      {children}
      <div class="row">
        <Button type="submit" kind="primary" label={label} disabled={!isReady || isBusy} />
        {beside}
      </div>
      <SaveStatus saving={saving} onAgain={submit} failed={failed} />
    </form>
  )
}
