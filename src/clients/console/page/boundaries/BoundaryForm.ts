import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'
import { BoundaryReach } from './BoundaryReach.ts'

type Props = { questionKey: string; name: string; onSaved?: () => void }
type Draft = { wording: string; scope: Schemas['BoundaryScope']; requestId: string }

const scopes = { until_retracted: 'Until I take it back', sitting: 'For this sitting only' } as const

/** Says in the artist's own words what must not be asked. */
export function BoundaryForm({ questionKey, name, onSaved }: Props) {
  const id = useArtist()
  const draft = useDraft<Draft>(`boundary/${id}/${questionKey}`, {
    wording: '',
    scope: 'until_retracted',
    requestId: '',
  })
  const { saving, run, isBusy } = useSave()
  const { wording, scope, requestId } = draft.value
  const isReady = isWithinLimits(wording, 1, 4000)
  async function save() {
    if (!isReady) return
    // A lost reply is retried with the same requestId; other words are another request.
    const named = requestId || crypto.randomUUID()
    draft.set({ ...draft.value, requestId: named })
    const refusal = await run(
      () => call('saveInterviewBoundary', { path: { id }, body: { requestId: named, questionKey, wording, scope } }),
      'Boundary saved. Every question from now on is prepared with it in sight.',
    )
    if (refusal !== undefined) return
    draft.clear()
    // The button that had the focus is disabled now.
    document.getElementById(`boundary-${name}`)?.focus()
    onSaved?.()
  }
  return html`<form onSubmit=${(event: Event) => {
    event.preventDefault()
    void save()
  }}>
    <${TextField} id="boundary-${name}" label="What should not be asked" rows=2 max=${4000} value=${wording} onSubmit=${save}
      onValue=${(text: string) => draft.set({ ...draft.value, wording: text, requestId: '' })} hint="In your own words" />
    <fieldset><legend>How long it holds</legend>
      ${Object.entries(scopes).map(
        ([
          value,
          label,
        ]) => html`<label class="choice"><input type="radio" name="scope-${name}" value=${value} checked=${scope === value}
        onChange=${() => draft.set({ ...draft.value, scope: value as Draft['scope'], requestId: '' })} /> ${label}</label>`,
      )}
    </fieldset>
    <${BoundaryReach} key=${wording} questionKey=${questionKey} wording=${wording} isReady=${isReady} />
    <button type="submit" class="primary" disabled=${isBusy || !isReady}>Save the boundary</button>
    <${SaveStatus} saving=${saving} onAgain=${save} />
  </form>`
}
