import { useRef, useState } from 'preact/hooks'
import { type Failure, toFailure } from './failure.ts'

/** `words` are empty where another message says what was saved. */
export type SaveState = { step: 'idle' | 'saving' | 'saved' | 'failed'; words?: string; failure?: Failure }

/** The state of one save. `run` resolves to why it was not saved, and never runs twice at once. */
export function useSave() {
  const [saving, setSaving] = useState<SaveState>({ step: 'idle' })
  const busy = useRef(false)
  async function run(work: () => Promise<unknown>, words = 'Saved'): Promise<Failure | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setSaving({ step: 'saving' })
    const failure = await work().then(() => undefined, toFailure)
    setSaving(failure === undefined ? { step: 'saved', words } : { step: 'failed', failure })
    busy.current = false
    return failure
  }
  return { saving, run, isBusy: saving.step === 'saving' }
}
