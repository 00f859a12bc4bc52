import { useCallback, useState } from 'preact/hooks'
import { getSubject } from './token.ts'

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
