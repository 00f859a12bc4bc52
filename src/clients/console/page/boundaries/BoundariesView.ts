import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { useFocusWhenLost } from '../parts/use-focus-when-lost.ts'
import { BoundaryForm } from './BoundaryForm.ts'

/** The active boundaries, and drawing more at any question of the latest sitting or any answered one. */
export function BoundariesView() {
  const id = useArtist()
  const load = useLoad(async () => {
    const { session, legacyOffers } = await call('restoreInterview', { path: { id } })
    const sitting = session?.sitting ?? 1
    const pages = await readAllPages((cursor) =>
      call('listInterviewBoundaries', {
        path: { id },
        query: { sitting, ...(cursor === undefined ? {} : { cursor }) },
      }),
    )
    const { responses } = await call('listInterviewResponses', { path: { id }, query: { limit: 20 } })
    const asked = [...(session?.questions ?? []), ...legacyOffers, ...responses]
    return {
      boundaries: pages.flatMap(({ boundaries }) => boundaries),
      questions: [...new Map(asked.map(({ questionKey, question }) => [questionKey, question]))],
    }
  }, [id])
  useFocusWhenLost(load.data, ['#boundary-any', '#draw-title'])
  const { boundaries = [], questions = [] } = load.data ?? {}
  const [chosen, choose] = useState('')
  const questionKey = chosen || questions[0]?.[0]
  return html`<${Heading}>Boundaries</${Heading}>
    <p>A boundary is what the artist does not want to be asked about, in the artist’s own words. Every question is prepared with it in sight, and the Lore is silent about it.</p>
    <${Loading} load=${load} what="the boundaries">
      ${boundaries.length === 0 && html`<p class="hint">No boundary holds now.</p>`}
      ${boundaries.map((boundary) => html`<${Held} key=${boundary.id} boundary=${boundary} onChange=${load.reload} />`)}
      <section class="card" aria-labelledby="draw-title"><h2 id="draw-title" tabindex="-1">Set a boundary</h2>
        ${
          questionKey === undefined
            ? html`<p class="hint">A boundary is set at a question; none has been asked yet.</p>`
            : html`
          <div class="field"><label for="at-question">The question that it comes from</label>
          <select id="at-question" value=${questionKey} onChange=${(event: Event) => choose((event.currentTarget as HTMLSelectElement).value)}>
            ${questions.map(([key, question]) => html`<option value=${key}>${question}</option>`)}</select></div>
          <${BoundaryForm} key=${questionKey} name="any" questionKey=${questionKey} onSaved=${load.reload} />`
        }
      </section>
    </${Loading}>`
}

function Held({ boundary, onChange }: { boundary: Schemas['Boundary']; onChange: () => Promise<void> }) {
  const id = useArtist()
  const { saving, run, isBusy } = useSave()
  const { id: boundaryId, wording, revision, scope, sitting, question, createdAt } = boundary
  async function retract() {
    const refusal = await run(
      () => call('retractInterviewBoundary', { path: { id, boundaryId }, body: { revision } }),
      'Taken back',
    )
    if (refusal === undefined || refusal.status === 409) await onChange()
  }
  return html`<article class="card boundary">
    <p class="quoted">${wording}</p>
    <p class="hint">${scope === 'sitting' ? `For sitting ${sitting}` : 'Until taken back'} · <${Timestamp} at=${createdAt} /> · at “${question}”</p>
    <button type="button" disabled=${isBusy} onClick=${retract}>Take back<span class="unseen">: ${wording.slice(0, 60)}</span></button>
    <${SaveStatus} saving=${saving} onAgain=${retract} failed="Not taken back" />
  </article>`
}
