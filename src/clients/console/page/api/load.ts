import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Refusal, refusalOf } from './refusal.ts'

export type Load<T> = { data: T | undefined; refusal: Refusal | undefined; busy: boolean; reload: () => Promise<void> }

/** What is read when a part appears and whenever `about` changes; what was read stays in sight while it is read again. */
export function useLoad<T>(read: () => Promise<T>, about: unknown[]): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({ data: undefined, refusal: undefined, busy: true })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    // An answer that was overtaken by a later question is of no interest.
    const settle = (next: Partial<Load<T>>) =>
      mine === latest.current && setState((before) => ({ ...before, refusal: undefined, busy: false, ...next }))
    setState((before) => ({ ...before, busy: true }))
    await read().then(
      (data) => settle({ data }),
      (error) => settle({ refusal: refusalOf(error) }),
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
