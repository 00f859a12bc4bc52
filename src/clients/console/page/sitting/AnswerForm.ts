import { useState } from 'preact/hooks'
import { Conflict } from '../answers/Conflict.ts'
import { call } from '../api/call.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'
import type { Question } from './interview.ts'

/** Answers a question or skips it. What is typed stays in this browser until the service has it. */
export function AnswerForm({ question, onChange }: { question: Question; onChange: () => Promise<void> }) {
  const artist = useArtist()
  const draft = useDraft(`answer/${artist}/${question.id}`, '')
  const { saving, run, isBusy } = useSave()
  const [elsewhere, setElsewhere] = useState<Question>()
  const [isSkipping, setSkipping] = useState(false)

  async function save(answer: string | null) {
    setSkipping(answer === null)
    const refusal = await run(async () => {
      const path = { id: artist, answerId: question.id }
      await call('saveInterviewAnswer', { path, body: { expectedRevision: question.revision, answer } })
      if (answer !== null) draft.clear()
    })
    if (refusal === undefined) await onChange()
    else if (refusal.status === 409) setElsewhere(await readSavedQuestion(artist, question.id))
  }
  const send = () => isWithinLimits(draft.value, 1, 2000) && void save(draft.value)

  if (elsewhere !== undefined && elsewhere.answer !== null) {
    return html`<${Conflict} mine=${draft.value} saved=${elsewhere.answer} revision=${elsewhere.revision} answerId=${question.id}
      onDone=${() => {
        draft.clear()
        void onChange()
      }} />`
  }
  return html`<form onSubmit=${(event: Event) => {
    event.preventDefault()
    send()
  }}>
    <${TextField} id="answer-${question.id}" label="Your answer" rows=5 max=${2000} value=${draft.value} onValue=${draft.set}
      hint=${draft.value === '' ? 'Saved exactly as typed. Ctrl and Enter save.' : draft.isKept ? 'Kept in this browser until it is saved.' : 'This browser keeps nothing: save before you leave.'} onSubmit=${send} />
    ${elsewhere && html`<div class="note" role="alert"><p>This question is ${elsewhere.state} now. Your words are still here; copy them, or answer another question.</p></div>`}
    <div class="row">
      <button type="submit" class="primary" disabled=${isBusy || !isWithinLimits(draft.value, 1, 2000)}>Save the answer</button>
      <button type="button" disabled=${isBusy} onClick=${() => save(null)}>Skip</button>
    </div>
    <${SaveStatus} saving=${saving} onAgain=${() => (isSkipping ? save(null) : send())} />
  </form>`
}

/** The question in its saved state; undefined when reading it fails. */
async function readSavedQuestion(id: string, questionId: string): Promise<Question | undefined> {
  const { session, legacyOffers } = await call('restoreInterview', { path: { id } }).catch(() => ({
    session: null,
    legacyOffers: [],
  }))
  return [...(session?.questions ?? []), ...legacyOffers].find((question) => question.id === questionId)
}
