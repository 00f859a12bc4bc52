import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type RequestError, toRequestError } from './request-error.ts'

export type LoadState<T> = {
  data: T | undefined
  refusal: RequestError | undefined
  busy: boolean
  reload: () => Promise<void>
}

/**
 * Reads when a component appears and whenever `about` changes. The previous result stays visible while it reads again.
 */
export function useLoad<T>(read: () => Promise<T>, about: unknown[]): LoadState<T> {
  const [state, setState] = useState<Omit<LoadState<T>, 'reload'>>({ data: undefined, refusal: undefined, busy: true })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    // An answer that was overtaken by a later question is ignored.
    const settle = (next: Partial<LoadState<T>>) =>
      mine === latest.current && setState((before) => ({ ...before, refusal: undefined, busy: false, ...next }))
    setState((before) => ({ ...before, busy: true }))
    await read().then(
      (data) => settle({ data }),
      (error) => settle({ refusal: toRequestError(error) }),
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
