import { useEffect, useRef, useState } from 'preact/hooks'
import { client, toFailure, useArtist, useLoad } from '../api/index.ts'
import { Action, Section } from '../parts/index.ts'
import { QuestionResearch } from './QuestionResearch.tsx'

export function LookForMore({ about, onDone }: { about: number; onDone: () => unknown }) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('readResearchStatus', { path: { id } }), [id])
  const isWorking = load.data?.jobs.some(({ status }) => status !== 'done' && status !== 'failed') ?? false
  async function readAgain() {
    await load.reload()
    onDone()
  }
  const message = useAdvance(isWorking, readAgain)
  const [answer, setAnswer] = useState('')
  const look = async () => setAnswer((await client.call('refreshArtistResearch', { path: { id }, body: {} })).message)
  return (
    <Section title="Look for more">
      <p>We look for what was published about you since the last time. What is found waits for your decision.</p>
      <div class="row">
        <Action label="Look again" work={look} onDone={readAgain} />
        <p role="status" class="hint">
          {message || answer}
        </p>
      </div>
      <QuestionResearch about={about} onAsked={readAgain} />
    </Section>
  )
}

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
