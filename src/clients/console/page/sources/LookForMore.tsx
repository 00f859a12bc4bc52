import { useEffect, useRef, useState } from 'preact/hooks'
import { client, type Schemas, toFailure, useArtist, useLoad } from '../api/index.ts'
import { Action, joinFacts, Loading, Section } from '../parts/index.ts'
import { QuestionResearch } from './QuestionResearch.tsx'

type Job = Schemas['ResearchJob']

const labels: Record<Job['kind'], string> = {
  social_ingest: 'Collecting your posts',
  caption_extract: 'Reading captions and transcripts',
  lore_refresh: 'Updating your page',
  source_search: 'Looking for texts about you',
  latest_refresh: 'Looking for your releases',
}

const isLive = ({ status }: Job) => status !== 'done' && status !== 'failed'

/** What was found is read again when `about` changes: after a decision it says something else of it. */
export function LookForMore({ about, onDone }: { about: number; onDone: () => unknown }) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('readResearchStatus', { path: { id } }), [id])
  const isWorking = load.data?.jobs.some(isLive) ?? false
  const message = useAdvance(isWorking, async () => {
    await load.reload()
    onDone()
  })
  const [answer, setAnswer] = useState('')
  const look = async () => setAnswer((await client.call('refreshArtistResearch', { path: { id }, body: {} })).message)
  return (
    <Section title="Look for more">
      <p>We look for what was published about you since the last time. What is found waits for your decision.</p>
      <div class="row">
        <Action label="Look again" work={look} onDone={load.reload} />
        <p role="status" class="hint">
          {message || answer}
        </p>
      </div>
      <Loading load={load} what="what is being done">
        {({ jobs }) => (
          <ul class="plain tight" aria-label="What is being done">
            {listNewest(jobs).map((job) => (
              <li key={job.jobId}>
                {labels[job.kind]}{' '}
                <span class="hint">
                  {joinFacts(isLive(job) ? 'at work' : 'stopped', job.errorCategory?.replaceAll('_', ' '))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loading>
      <QuestionResearch about={about} onAsked={load.reload} />
    </Section>
  )
}

/** The newest job of each kind, without those that are done. */
const listNewest = (jobs: readonly Job[]): Job[] =>
  [...Map.groupBy(jobs, ({ kind }) => kind).values()]
    .flatMap(([newest]) => newest ?? [])
    .filter(({ status }) => status !== 'done')

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
