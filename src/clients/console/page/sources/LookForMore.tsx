import { useState } from 'preact/hooks'
import { client, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { Action, Loading, Section, Timestamp } from '../parts/index.ts'
import { describeJob, isLive, jobLabels, joinJobs } from './jobs.ts'
import { QuestionResearch } from './QuestionResearch.tsx'
import { useAdvance } from './use-advance.ts'

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
            {joinJobs(jobs).map(({ newest, count }) => (
              <JobLine key={newest.jobId} job={newest} count={count} />
            ))}
          </ul>
        )}
      </Loading>
      <QuestionResearch onAsked={load.reload} />
    </Section>
  )
}

function JobLine({ job, count }: { job: Schemas['ResearchJob']; count: number }) {
  const { jobId, kind, cursor, total, updatedAt } = job
  const bar = total === null ? {} : { max: Math.max(1, total), value: cursor }
  return (
    <li>
      <span id={`job-${jobId}`}>{`${jobLabels[kind]}${count > 1 ? ` (${count})` : ''}`}</span>
      {isLive(job) && <progress aria-labelledby={`job-${jobId}`} {...bar} />}
      <p class="hint">
        {describeJob(job, Date.now())}
        {!isLive(job) && ' · '}
        {!isLive(job) && <Timestamp at={updatedAt} />}
      </p>
    </li>
  )
}
