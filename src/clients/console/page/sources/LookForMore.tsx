import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import { client, type Schemas } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { Timestamp } from '../parts/dates.tsx'
import { Loading } from '../parts/Loading.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'
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
  const { saving, run, isBusy } = useSave()
  const [answer, setAnswer] = useState('')
  async function look() {
    const body = {}
    const failure = await run(async () => {
      setAnswer((await client.call('refreshArtistResearch', { path: { id }, body })).message)
    }, '')
    if (failure === undefined) await load.reload()
  }
  return (
    <section aria-labelledby="more-title">
      <h2 id="more-title">Look for more</h2>
      <p>We look for what was published about you since the last time. What is found waits for your decision.</p>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={look}>
          Look again
        </button>
        <p role="status" class="hint">
          {message || answer}
        </p>
      </div>
      <SaveStatus saving={saving} onAgain={look} failed="Nothing was started" />
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
    </section>
  )
}

function JobLine({ job, count }: { job: Schemas['ResearchJob']; count: number }) {
  const { jobId, kind, cursor, total, updatedAt } = job
  return (
    <li>
      <span id={`job-${jobId}`}>
        {jobLabels[kind]}
        {count > 1 && ` (${count})`}
      </span>
      {isLive(job) && (
        <progress
          aria-labelledby={`job-${jobId}`}
          {...(total === null ? {} : { max: Math.max(1, total), value: cursor })}
        />
      )}
      <p class="hint">
        {describeJob(job, Date.now())}
        {!isLive(job) && updatedAt !== null && (
          <>
            {' · '}
            <Timestamp at={updatedAt} />
          </>
        )}
      </p>
    </li>
  )
}
