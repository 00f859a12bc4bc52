import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { formatRoute } from '../route.ts'
import { addProgress, type JoinedJobs } from './join-jobs.ts'
import { describeJobStatus, isLive, kindLabels, labelJobStatus, outcomes } from './labels.ts'

type Props = { jobs: JoinedJobs }

/** What jobs of one kind do, how far they are, and why they wait; finished ones in a line. */
export const JobCard = ({ jobs }: Props) =>
  jobs[0].status === 'done' ? html`<${FinishedJobs} jobs=${jobs} />` : html`<${UnfinishedJobs} jobs=${jobs} />`

function FinishedJobs({ jobs }: Props) {
  const id = useArtist()
  const [{ kind, updatedAt }] = jobs
  const { words, view, link } = outcomes[kind]
  const extracted = jobs.flatMap(({ extractionOutcomes = [] }) => extractionOutcomes)
  const chars = extracted.reduce((sum, { storedChars }) => sum + storedChars, 0)
  const texts = `${extracted.length} text${extracted.length === 1 ? '' : 's'}`
  return html`<li class="job"><p><span class="ok">✓</span> ${words}${jobs.length > 1 && (jobs.length === 2 ? ' twice' : ` ${jobs.length} times`)}${extracted.length > 0 && `: ${texts}, ${chars.toLocaleString()} characters`}
    <span class="hint"> · ${jobs.length > 1 && 'last '}<${Timestamp} at=${updatedAt} /></span> · <a href=${formatRoute(id, view)}>${link}</a></p></li>`
}

function UnfinishedJobs({ jobs }: Props) {
  const [newest] = jobs
  const { jobId, kind, status, updatedAt } = newest
  const { cursor, total } = addProgress(jobs)
  const labelId = `job-${jobId}`
  return html`<li class="job">
    <p id=${labelId}><strong>${kindLabels[kind]}</strong>${jobs.length > 1 && ` (${jobs.length})`} <span class="badge ${status}">${labelJobStatus({ status, cursor })}</span></p>
    ${
      isLive(newest) &&
      html`<div class="row"><progress aria-labelledby=${labelId} ...${total === null ? {} : { max: Math.max(1, total), value: cursor }}></progress>
      <span class="hint count">${total === null ? `${cursor} so far` : `${cursor} of ${total}`}</span></div>`
    }
    <p class="hint">${describeJobStatus(newest, Date.now())}${updatedAt && html` · <${Timestamp} at=${updatedAt} />`}</p>
  </li>`
}
