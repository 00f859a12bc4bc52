import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Failure, toFailure } from './client.ts'
import { getSubject } from './token.ts'

type Loaded<T> = { data?: T; failure?: Failure | undefined; isBusy: boolean }
export type LoadState<T> = Loaded<T> & { reload: () => Promise<void> }

/** Reads at first and whenever `about` changes; keeps the previous result visible, ignores overtaken answers. */
export function useLoad<T>(read: () => Promise<T>, about: unknown[]): LoadState<T> {
  const [state, setState] = useState<Loaded<T>>({ isBusy: true })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const settle = (next: Partial<Loaded<T>>) =>
      mine === latest.current && setState((before) => ({ ...before, failure: undefined, isBusy: false, ...next }))
    setState((before) => ({ ...before, isBusy: true }))
    await read().then(
      (data) => settle({ data }),
      (error) => settle({ failure: toFailure(error) }),
    )
  }, about)
  useEffect(() => {
    void reload()
    return () => {
      latest.current += 1
    }
  }, [reload])
  return { ...state, reload }
}

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

const buildPrefix = () => `sittings.draft/${getSubject()}/`

/** What is typed, kept on this device under the user's subject until `clear`; `isKept` when the browser stores it. */
export function useDraft<T>(name: string, initial: T) {
  const key = buildPrefix() + name
  const [state, setState] = useState(() => ({ key, value: read(key, initial), isKept: true }))
  // Another name is another draft: what was typed for one question must never be seen under the next.
  const current = state.key === key ? state : { key, value: read(key, initial), isKept: true }
  const set = useCallback((value: T) => setState({ key, value, isKept: store(key, value) }), [key])
  const clear = useCallback(() => {
    localStorage.removeItem(key)
    setState({ key, value: initial, isKept: true })
  }, [key])
  return { value: current.value, isKept: current.isKept, set, clear }
}

function read<T>(key: string, initial: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T
  } catch {
    return initial
  }
}

function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const listDrafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(buildPrefix()))
