import { useState } from 'preact/hooks'
import { client, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { Action, Loading, Section } from '../parts/index.ts'
import { QuestionResearch } from './QuestionResearch.tsx'
import { useAdvance } from './use-advance.ts'

type Job = Schemas['ResearchJob']

const labels: Record<Job['kind'], string> = {
  social_ingest: 'Collecting your posts',
  caption_extract: 'Reading captions and transcripts',
  lore_refresh: 'Updating your page',
  source_search: 'Looking for texts about you',
  latest_refresh: 'Looking for your releases',
}

const reasons: Record<NonNullable<Job['errorCategory']>, string> = {
  not_configured: 'the operator of this service has not set this up',
  provider_unavailable: 'another website did not answer',
  provider_refused: 'another website refused',
  rate_limited: 'another website asked for a pause',
  timed_out: 'it took too long',
  unreadable: 'what came back could not be read',
  too_large: 'what came back was too large',
  not_allowed: 'it is not allowed',
  outcome_unknown: 'it is not known whether it began, so it is not started again',
  internal: 'something failed inside the service',
}

const states: Record<Job['status'], string> = {
  pending: 'Goes on in a moment',
  running: 'At work now',
  waiting: 'Another website is at work; we look again soon',
  done: 'Done',
  failed: 'Stopped',
}

const isLive = ({ status }: Job) => status !== 'done' && status !== 'failed'

/** Looks for new texts, and shows what is being done while it is done. */
export function LookForMore({ onDone }: { onDone: () => unknown }) {
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
        <Action label="Look again" work={look} onDone={load.reload} failed="Nothing was started" />
        <p role="status" class="hint">
          {message || answer}
        </p>
      </div>
      <Loading load={load} what="what is being done" lines={2}>
        {({ jobs }) => (
          <ul class="plain tight" aria-label="What is being done">
            {listNewest(jobs).map((job) => (
              <JobLine key={job.jobId} job={job} />
            ))}
          </ul>
        )}
      </Loading>
      <QuestionResearch onAsked={load.reload} />
    </Section>
  )
}

/** The newest job of each kind, without those that are done. */
const listNewest = (jobs: readonly Job[]): Job[] =>
  [...Map.groupBy(jobs, ({ kind }) => kind).values()]
    .flatMap(([newest]) => newest ?? [])
    .filter(({ status }) => status !== 'done')

function JobLine({ job }: { job: Job }) {
  const { jobId, kind, status, cursor, total, errorCategory } = job
  const bar = total === null ? {} : { max: Math.max(1, total), value: cursor }
  return (
    <li>
      <span id={`job-${jobId}`}>{labels[kind]}</span>{' '}
      {isLive(job) && <progress aria-labelledby={`job-${jobId}`} {...bar} />}
      <p class="hint">
        {states[status]}
        {errorCategory !== null && `, because ${reasons[errorCategory]}`}
      </p>
    </li>
  )
}
