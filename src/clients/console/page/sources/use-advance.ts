import { useEffect, useRef, useState } from 'preact/hooks'
import { toFailure, useArtist } from '../api/index.ts'

/**
 * Runs the artist's research slice by slice while a page is open and `isOn`; the service's scheduler runs what is left.
 * Returns what the latest slice did, in the service's words.
 */
export function useAdvance(isOn: boolean, onSlice: () => Promise<unknown>): string {
  const { id, api } = useArtist()
  const [message, setMessage] = useState('')
  const latest = useRef(onSlice)
  latest.current = onSlice
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    advance(stop.signal).catch((error) => stop.signal.aborted || setMessage(toFailure(error).message))
    return () => stop.abort()
  }, [id, isOn])
  async function advance(signal: AbortSignal) {
    for await (const { slice } of api.advanceUntilIdle({ signal })) {
      setMessage(slice.status === 'ok' ? (slice.progress ?? '') : 'Something failed; it is tried again')
      await latest.current()
    }
    await latest.current()
  }
  return message
}
