import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { OperationOutput, Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { SourceReader } from '../evidence/SourceReader.ts'
import { html } from '../html.ts'
import { Dialog } from '../parts/Dialog.ts'
import { ErrorMessage } from '../parts/ErrorMessage.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { isWithinLimits } from '../parts/TextField.ts'
import { stageLabels } from './labels.ts'

const needs: Record<Schemas['EvidenceNeed'], string> = {
  reporting: 'Reporting',
  release_date: 'A release date',
  credits: 'Credits',
  social_caption: 'A caption of a post',
  spoken_content: 'Something spoken',
}
const ends = new Set<Schemas['QuestionResearchStage']>(['complete', 'unresolved', 'failed', 'cancelled'])

/** Asks research to answer one question, and shows what it finds. */
export function QuestionResearch({ onAsked, isMoving }: { onAsked: () => Promise<void>; isMoving: boolean }) {
  const id = useArtist()
  const draft = useDraft(`research/${id}`, {
    topic: '',
    evidenceNeed: 'reporting' as Schemas['EvidenceNeed'],
    freshness: 'stored' as Schemas['ResearchFreshness'],
  })
  const asked = useDraft<string | null>(`researched/${id}`, null)
  const { saving, run, isBusy } = useSave()
  const { topic, evidenceNeed, freshness } = draft.value
  const isReady = isWithinLimits(topic, 3, 160)
  async function ask(event?: Event) {
    event?.preventDefault()
    if (!isReady) return
    const refusal = await run(async () => {
      const { jobId } = await call('requestQuestionResearch', {
        path: { id },
        body: { topic, evidenceNeed, freshness },
      })
      asked.set(jobId)
    }, 'Asked for')
    if (refusal !== undefined) return
    draft.clear()
    await onAsked()
  }
  return html`<section class="card" aria-labelledby="question-research-title">
    <h2 id="question-research-title">Research for a question</h2>
    <form onSubmit=${ask}>
      <div class="field"><label for="topic">What is it about</label>
        <input id="topic" value=${topic} maxlength="320" onInput=${(event: Event) => draft.set({ ...draft.value, topic: (event.currentTarget as HTMLInputElement).value })} /></div>
      <div class="field"><label for="need">What evidence does it need</label>
        <select id="need" value=${evidenceNeed} onChange=${(event: Event) => draft.set({ ...draft.value, evidenceNeed: (event.currentTarget as HTMLSelectElement).value as Schemas['EvidenceNeed'] })}>
          ${Object.entries(needs).map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select></div>
      <label class="choice"><input type="checkbox" checked=${freshness === 'recent'} onChange=${(event: Event) => draft.set({ ...draft.value, freshness: (event.currentTarget as HTMLInputElement).checked ? 'recent' : 'stored' })} /> Ask the outside world again, also when something is known</label>
      <button type="submit" disabled=${isBusy || !isReady}>Research this</button>
      <${SaveStatus} saving=${saving} onAgain=${ask} failed="Nothing was asked for" />
    </form>
    ${asked.value !== null && html`<${Findings} jobId=${asked.value} isMoving=${isMoving} />`}
  </section>`
}

function Findings({ jobId, isMoving }: { jobId: string; isMoving: boolean }) {
  const id = useArtist()
  const load = useLoad(() => call('readQuestionResearch', { path: { id, jobId } }), [id, jobId])
  const [open, setOpen] = useState<OperationOutput<'readQuestionResearch'>['references'][number]>()
  const { stage, message, references = [], limitations = [] } = load.data ?? {}
  useEffect(() => {
    if (load.data === undefined || ends.has(load.data.stage)) return
    const timer = setTimeout(load.reload, 2_000)
    return () => clearTimeout(timer)
  }, [load.data, isMoving])
  return html`<h3>What was found ${stage && html`<span class="badge">${stageLabels[stage]}</span>`}</h3>
    <${ErrorMessage} refusal=${load.refusal} onAgain=${load.reload} />
    <p role="status">${message}</p>
    ${limitations.map((words) => html`<p class="note">${words}</p>`)}
    <ul class="plain">${references.map(
      (reference) => html`<li class="hit"><p class="quoted clamp">${reference.text}</p>
      <p class="hint">${reference.curation === 'pending' ? 'not reviewed yet' : 'approved'}${reference.publishedAt && ` · ${reference.publishedAt}`}</p>
      <button type="button" class="quiet" onClick=${() => setOpen(reference)}>Open in its text</button></li>`,
    )}</ul>
    ${open && html`<${Dialog} title="What was found" onClose=${() => setOpen(undefined)}><${SourceReader} original=${{ sourceId: open.sourceId, revision: open.revision, isFound: true }} marked=${open} /></${Dialog}>`}`
}
