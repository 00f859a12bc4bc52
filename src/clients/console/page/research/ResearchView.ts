import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { JobCard } from './JobCard.ts'
import { joinJobs } from './join-jobs.ts'
import { isLive } from './labels.ts'
import { QuestionResearch } from './QuestionResearch.ts'
import { useResearchPolling } from './use-research-polling.ts'

/** The artist's research jobs with their true progress, moved on while this is open. */
export function ResearchView() {
  const id = useArtist()
  const load = useLoad(() => call('readResearchStatus', { path: { id } }), [id])
  const [isPaused, pause] = useState(false)
  const jobs = load.data?.jobs ?? []
  const live = jobs.filter(isLive)
  const progress = useResearchPolling(id, live.length > 0 && !isPaused, load.reload)
  const { saving, run, isBusy } = useSave()
  const [message, setMessage] = useState('')
  const look = async (body: { mode?: 'lore-only' }) => {
    const refusal = await run(
      async () => setMessage((await call('refreshArtistResearch', { path: { id }, body })).message),
      'Asked for',
    )
    if (refusal === undefined) await load.reload()
  }
  return html`<${Heading}>Research</${Heading}>
    <section class="card" aria-labelledby="again-title"><h2 id="again-title">Search again</h2>
      <p class="hint">Looks for what was published about the artist since the last time. What is found waits under Review until it is approved.
        The Lore, the artist’s profile in quotations, is composed again of everything that is approved by then.</p>
      <div class="row">
        <button type="button" class="primary" disabled=${isBusy} onClick=${() => look({})}>Search and compose the Lore</button>
        <button type="button" disabled=${isBusy} onClick=${() => look({ mode: 'lore-only' })}>Compose the Lore alone</button>
      </div>
      <${SaveStatus} saving=${saving} failed="Nothing was asked for" />
      <p role="status">${saving.step === 'saved' && message}</p>
    </section>
    <section class="card" aria-labelledby="jobs-title" >
      <h2 id="jobs-title">What is being done, and what was done</h2>
      ${
        live.length > 0 &&
        html`<div class="row"><p class="grow" role="status">${isPaused ? 'Paused here; the scheduler goes on by itself.' : progress || 'At work…'}</p>
        <button type="button" class="quiet" aria-pressed=${isPaused} onClick=${() => pause(!isPaused)}>${isPaused ? 'Go on' : 'Pause'}</button></div>`
      }
      <${Loading} load=${load} what="what was done">
        ${jobs.length === 0 && html`<p class="hint">Nothing has been asked for.</p>`}
        <ul class="plain jobs">${joinJobs(jobs).map((joined) => html`<${JobCard} key=${joined[0].jobId} jobs=${joined} />`)}</ul>
        ${load.data?.budget.nextCursor && html`<p class="hint">What is older is not shown.</p>`}
      </${Loading}>
    </section>
    <${QuestionResearch} onAsked=${load.reload} isMoving=${live.length > 0} />`
}
