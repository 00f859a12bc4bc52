import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Failure, toFailure } from './failure.ts'

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

/** Calls `reload` every so often while `isOn`, also after a read that failed. */
export function usePolling({ isBusy, reload }: LoadState<unknown>, isOn: boolean, ms: number) {
  useEffect(() => {
    if (!isOn || isBusy) return
    const timer = setTimeout(reload, ms)
    return () => clearTimeout(timer)
  }, [isOn, isBusy, reload])
}
