import { useEffect, useRef, useState } from 'preact/hooks'
import { toFailure, useArtist } from '../api/index.ts'

/** Between two tries of a service that did not answer. */
const pauseMs = 5_000

/** Runs the artist's research while a page is open and `isOn`. Returns what the latest slice did, in words. */
export function useAdvance(isOn: boolean, onSlice: () => Promise<unknown>): string {
  const { id, api } = useArtist()
  const [message, setMessage] = useState('')
  const latest = useRef(onSlice)
  latest.current = onSlice
  useEffect(() => {
    const stop = new AbortController()
    if (isOn) void advance(stop.signal)
    return () => stop.abort()
  }, [id, isOn])
  async function advance(signal: AbortSignal): Promise<void> {
    try {
      for await (const { slice } of api.advanceUntilIdle({ signal })) {
        setMessage(slice.status === 'ok' ? (slice.progress ?? '') : 'Something failed; it is tried again')
        await latest.current()
      }
      await latest.current()
    } catch (error) {
      if (signal.aborted) return
      setMessage(toFailure(error).message)
      setTimeout(() => signal.aborted || advance(signal), pauseMs)
    }
  }
  return message
}
