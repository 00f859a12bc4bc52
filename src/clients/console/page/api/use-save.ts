import { useRef, useState } from 'preact/hooks'
import { type RequestError, toRequestError } from './request-error.ts'

export type SaveState =
  | { step: 'idle' }
  | { step: 'saving' }
  | { step: 'saved'; words: string }
  | { step: 'failed'; refusal: RequestError }

/**
 * The state of one save. `run` answers why it was not saved, and never runs twice at once; its `words` are empty where
 * another message says what was saved.
 */
export function useSave() {
  const [saving, setSaving] = useState<SaveState>({ step: 'idle' })
  const busy = useRef(false)
  async function run(work: () => Promise<unknown>, words = 'Saved'): Promise<RequestError | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setSaving({ step: 'saving' })
    try {
      await work()
      setSaving({ step: 'saved', words })
      return undefined
    } catch (error) {
      const refusal = toRequestError(error)
      setSaving({ step: 'failed', refusal })
      return refusal
    } finally {
      busy.current = false
    }
  }
  return { saving, run, isBusy: saving.step === 'saving', reset: () => setSaving({ step: 'idle' }) }
}
