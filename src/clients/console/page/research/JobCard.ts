import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { describeJobStatus, isLive, kindLabels } from './labels.ts'

/** One job: what it does, how far it is, and why it waits. */
export function JobCard({ job }: { job: Schemas['ResearchJob'] }) {
  const { jobId, kind, status, cursor, total, updatedAt, extractionOutcomes } = job
  const labelId = `job-${jobId}`
  return html`<li class="job">
    <p id=${labelId}><strong>${kindLabels[kind]}</strong> <span class="badge ${status}">${status}</span></p>
    ${
      (isLive(job) || total !== null) &&
      html`<div class="row"><progress aria-labelledby=${labelId} ...${total === null ? {} : { max: Math.max(1, total), value: status === 'done' && total === 0 ? 1 : cursor }}></progress>
      <span class="hint count">${total === null ? `${cursor} so far` : `${cursor} of ${total}`}</span></div>`
    }
    <p class="hint">${describeJobStatus(job, Date.now())}${updatedAt && html` · <${Timestamp} at=${updatedAt} />`}</p>
    ${extractionOutcomes && extractionOutcomes.length > 0 && html`<details><summary>${extractionOutcomes.length} texts</summary><ul>${extractionOutcomes.map((one) => html`<li>${one.status}, ${one.storedChars} characters${one.truncated ? ', cut' : ''}</li>`)}</ul></details>`}
  </li>`
}
