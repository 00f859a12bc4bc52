import { useRef, useState } from 'preact/hooks'
import { type Failure, toFailure } from './failure.ts'

export type SaveState =
  | { step: 'idle' }
  | { step: 'saving' }
  | { step: 'saved'; words: string }
  | { step: 'failed'; failure: Failure }

/**
 * The state of one save. `run` resolves to why it was not saved, and never runs twice at once; `words` are empty where
 * another message says what was saved.
 */
export function useSave() {
  const [saving, setSaving] = useState<SaveState>({ step: 'idle' })
  const busy = useRef(false)
  async function run(work: () => Promise<unknown>, words = 'Saved'): Promise<Failure | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setSaving({ step: 'saving' })
    try {
      await work()
      setSaving({ step: 'saved', words })
      return undefined
    } catch (error) {
      const failure = toFailure(error)
      setSaving({ step: 'failed', failure })
      return failure
    } finally {
      busy.current = false
    }
  }
  return { saving, run, isBusy: saving.step === 'saving', reset: () => setSaving({ step: 'idle' }) }
}

export const isConflict = ({ code }: Failure): boolean => conflicts.has(code)

/** Refusals that say that what is shown is not the newest state. */
const conflicts = new Set<Failure['code']>([
  'state_changed',
  'session_active',
  'revision_changed',
  'memory_changed',
  'evidence_changed',
])
