import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { toRequestError } from '../api/request-error.ts'

/** Between two polls of a queue that has nothing due. */
const idleMs = 5_000

/**
 * Runs the artist's research slice by slice while the page is open and `isOn`, one at a time. A hidden page pauses; the
 * scheduler runs what is left.
 */
export function useResearchPolling(artistId: string, isOn: boolean, onSlice: () => Promise<void>): string {
  const [message, setMessage] = useState('')
  const latest = useRef(onSlice)
  latest.current = onSlice
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    void advanceWhileOpen(artistId, stop.signal, setMessage, () => latest.current())
    return () => stop.abort()
  }, [artistId, isOn])
  return message
}

async function advanceWhileOpen(
  artistId: string,
  stop: AbortSignal,
  setMessage: (words: string) => void,
  onSlice: () => Promise<void>,
) {
  while (!stop.aborted) {
    if (document.hidden) await sleep(idleMs, stop)
    else {
      const slice = await call('advanceResearch', { body: { artistId } }).catch(toRequestError)
      if (stop.aborted) return
      if (slice instanceof Error) setMessage(`${slice.message}; trying again`)
      else if (slice.status === 'error') setMessage('Something failed; it will be tried again')
      else if (slice.ran) setMessage(slice.progress ?? '')
      await onSlice()
      const isIdle = slice instanceof Error || slice.status === 'error' || !slice.ran
      if (isIdle) await sleep(slice instanceof Error ? Math.max(idleMs, slice.retryAfterMs) : idleMs, stop)
    }
  }
}

const sleep = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
