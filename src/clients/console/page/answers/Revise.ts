import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'
import { WordDiff } from '../text/WordDiff.ts'
import { countCodePoints } from '../text/windows.ts'
import { Conflict } from './Conflict.ts'

type Response = Schemas['SavedResponse']
type Props = {
  response: Pick<Response, 'id' | 'answer' | 'revision'>
  onDone: (words: string) => Promise<void>
}

/** A text field knows one kind of line end; a text that differs in nothing else was not edited. */
const normalizeLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')

/** A new wording of a saved answer, compared with the one it started from. */
export function Revise({ response, onDone }: Props) {
  const artist = useArtist()
  // The wording that was read is kept with the draft: taken up again later, it must not overwrite what was saved in
  // between.
  const draft = useDraft(`revision/${artist}/${response.id}`, {
    answer: response.answer,
    note: '',
    revision: response.revision,
    of: response.answer,
  })
  const { saving, run, isBusy } = useSave()
  const [elsewhere, setElsewhere] = useState<Response>()
  const { answer, note, of, revision } = draft.value
  const isChanged = normalizeLineEnds(answer) !== normalizeLineEnds(of)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const isReady = isChanged && isWithinLimits(answer, 1, 2000) && countCodePoints(note) <= 400

  async function save() {
    if (!isReady) return
    const path = { id: artist, answerId: response.id }
    const body = { expectedRevision: revision, answer, ...(note === '' ? {} : { note }) }
    const refusal = await run(() => call('reviseInterviewResponse', { path, body }))
    if (refusal === undefined) await leave('Revised.')
    else if (refusal.code === 'revision_changed') {
      const current = await call('readInterviewResponse', { path }).catch(() => undefined)
      setElsewhere(current?.response)
    }
  }
  async function leave(words: string) {
    draft.clear()
    await onDone(words)
  }
  if (elsewhere !== undefined) {
    return html`<${Conflict} mine=${answer} note=${note} saved=${elsewhere.answer} revision=${elsewhere.revision} answerId=${response.id}
      onDone=${() => leave('Settled.')} onBack=${() => {
        draft.set({ ...draft.value, revision: elsewhere.revision, of: elsewhere.answer })
        setElsewhere(undefined)
      }} />`
  }
  return html`<form ref=${form} onSubmit=${(event: Event) => {
    event.preventDefault()
    void save()
  }}>
    <${TextField} id="revise-${response.id}" label="New wording" rows=5 max=${2000} value=${answer} onSubmit=${save}
      onValue=${(text: string) => draft.set({ ...draft.value, answer: text })} hint="The earlier wording stays readable as a version." />
    ${of.includes('\r') && html`<p class="note">The saved wording has line ends of another kind; what is typed here has plain ones.</p>`}
    <${TextField} id="note-${response.id}" label="A remark on the edit (optional)" rows=1 min=${0} max=${400} value=${note}
      onValue=${(text: string) => draft.set({ ...draft.value, note: text })} hint="Not part of the answer" />
    ${isChanged && html`<h3>What changes</h3><${WordDiff} before=${of} after=${answer} label="What changes" />`}
    <button type="submit" class="primary" disabled=${isBusy || !isReady}>Save the new wording</button>
    ${isChanged && html`<button type="button" class="quiet" onClick=${draft.clear}>Drop my changes</button>`}
    <${SaveStatus} saving=${saving} onAgain=${save} />
  </form>`
}
