import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { WordDiff } from '../text/WordDiff.ts'

type Props = {
  mine: string
  saved: string
  revision: string
  answerId: string
  note?: string
  onDone: () => void
  onBack?: () => void
}

/**
 * The same answer was saved elsewhere in other words: both are shown, and nothing is overwritten unless the user
 * decides so here.
 */
export function Conflict({ mine, saved, revision, answerId, note, onDone, onBack }: Props) {
  const id = useArtist()
  const { saving, run, isBusy } = useSave()
  const [latest, setLatest] = useState({ saved, revision })
  async function useMine() {
    const body = { expectedRevision: latest.revision, answer: mine, ...(note ? { note } : {}) }
    const refusal = await run(() => call('reviseInterviewResponse', { path: { id, answerId }, body }))
    if (refusal === undefined) return onDone()
    if (refusal.code !== 'revision_changed') return
    const { response } = await call('readInterviewResponse', { path: { id, answerId } })
    setLatest({ saved: response.answer, revision: response.revision })
  }
  return html`<section class="note conflict" role="alert" aria-label="Two wordings">
    <p><strong>This answer has since been saved in other words.</strong> Neither wording is lost; choose the one that holds.</p>
    <h3>Saved</h3><div class="answer quoted">${latest.saved}</div>
    <h3>Yours, not saved</h3><div class="answer quoted">${mine}</div>
    <h3>From the saved one to yours</h3><${WordDiff} before=${latest.saved} after=${mine} label="From the saved wording to yours" />
    <div class="row">
      <button type="button" class="primary" disabled=${isBusy} onClick=${useMine}>Save mine as a revision</button>
      ${onBack && html`<button type="button" disabled=${isBusy} onClick=${onBack}>Edit mine further</button>`}
      <button type="button" disabled=${isBusy} onClick=${onDone}>Keep the saved one, drop mine</button>
    </div>
    <${SaveStatus} saving=${saving} onAgain=${useMine} />
  </section>`
}
