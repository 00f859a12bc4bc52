import { useEffect, useRef, useState } from 'preact/hooks'
import { toFailure, useArtist } from '../api/index.ts'

/** Between two tries of a service that did not answer. */
const pauseMs = 5_000

/**
 * Runs the artist's research slice by slice while a page is open and `isOn`; the service's scheduler runs what is left.
 * Resolves to what the latest slice did, in the service's words.
 */
export function useAdvance(isOn: boolean, onSlice: () => Promise<unknown>): string {
  const { id, api } = useArtist()
  const [message, setMessage] = useState('')
  const latest = useRef(onSlice)
  latest.current = onSlice
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    void run(stop.signal)
    return () => stop.abort()
  }, [id, isOn])
  async function run(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        for await (const { slice } of api.advanceUntilIdle({ signal })) {
          setMessage(slice.status === 'ok' ? (slice.progress ?? '') : 'Something failed; it is tried again')
          await latest.current()
        }
        await latest.current()
        return
      } catch (error) {
        if (signal.aborted) return
        setMessage(`${toFailure(error).message}; trying again`)
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }
  return message
}
