import type { Schemas } from '../api/shapes.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { formatRoute } from '../route.ts'
import { describeJobStatus, isLive, kindLabels, outcomes } from './labels.ts'

type Props = { job: Schemas['ResearchJob'] }

/** One job: what it does, how far it is, and why it waits; a finished one in a line. */
export const JobCard = ({ job }: Props) =>
  job.status === 'done' ? html`<${FinishedJob} job=${job} />` : html`<${UnfinishedJob} job=${job} />`

function FinishedJob({ job }: Props) {
  const id = useArtist()
  const { kind, updatedAt, extractionOutcomes = [] } = job
  const { words, view, link } = outcomes[kind]
  const chars = extractionOutcomes.reduce((sum, { storedChars }) => sum + storedChars, 0)
  const texts = `${extractionOutcomes.length} text${extractionOutcomes.length === 1 ? '' : 's'}`
  return html`<li class="job"><p><span class="ok">✓</span> ${words}${extractionOutcomes.length > 0 && `: ${texts}, ${chars.toLocaleString()} characters`}
    <span class="hint"> · <${Timestamp} at=${updatedAt} /></span> · <a href=${formatRoute(id, view)}>${link}</a></p></li>`
}

function UnfinishedJob({ job }: Props) {
  const { jobId, kind, status, cursor, total, updatedAt } = job
  const labelId = `job-${jobId}`
  return html`<li class="job">
    <p id=${labelId}><strong>${kindLabels[kind]}</strong> <span class="badge ${status}">${status}</span></p>
    ${
      isLive(job) &&
      html`<div class="row"><progress aria-labelledby=${labelId} ...${total === null ? {} : { max: Math.max(1, total), value: cursor }}></progress>
      <span class="hint count">${total === null ? `${cursor} so far` : `${cursor} of ${total}`}</span></div>`
    }
    <p class="hint">${describeJobStatus(job, Date.now())}${updatedAt && html` · <${Timestamp} at=${updatedAt} />`}</p>
  </li>`
}
