import { useRef, useState } from 'preact/hooks'
import { type Refusal, refusalOf } from './refusal.ts'

export type Saving =
  | { step: 'idle' }
  | { step: 'saving' }
  | { step: 'saved'; words: string }
  | { step: 'failed'; refusal: Refusal }

/** One thing that is being saved, and how it went. `run` answers whether it was saved, and never runs twice at once. */
export function useSave() {
  const [saving, setSaving] = useState<Saving>({ step: 'idle' })
  const busy = useRef(false)
  async function run(work: () => Promise<unknown>, words = 'Saved'): Promise<Refusal | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setSaving({ step: 'saving' })
    try {
      await work()
      setSaving({ step: 'saved', words })
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      setSaving({ step: 'failed', refusal })
      return refusal
    } finally {
      busy.current = false
    }
  }
  return { saving, run, isBusy: saving.step === 'saving', reset: () => setSaving({ step: 'idle' }) }
}
