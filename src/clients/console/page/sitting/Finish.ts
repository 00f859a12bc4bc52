import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Dialog } from '../parts/Dialog.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { formatRoute } from '../route.ts'

/** Closes the sitting, after saying what that does to a question that is open, and leads to the Lore of it. */
export function Finish({ session, onChange }: { session: Schemas['Session']; onChange: () => Promise<void> }) {
  const id = useArtist()
  const { saving, run, isBusy } = useSave()
  const [isAsked, ask] = useState(false)
  const isOpen = session.questions.some(({ state }) => state === 'offered')
  const isAllAsked = session.questions.length === 3 && !isOpen
  const finish = async () => {
    const refusal = await run(
      () => call('finishInterviewSitting', { path: { id, sessionId: session.id }, body: {} }),
      'Finished',
    )
    if (refusal === undefined) location.hash = formatRoute(id, 'lore')
    else if (refusal.status === 409) await onChange()
  }
  return html`
    ${isAllAsked && html`<p>All three questions are asked. Finish the sitting, and the Lore, the artist’s profile in quotations, is composed of the answers, too.</p>`}
    <button type="button" id="finish-sitting" class=${isAllAsked ? 'primary' : ''} onClick=${() => ask(true)}>Finish the sitting</button>
    ${
      isAsked &&
      html`<${Dialog} title="Finish this sitting?" onClose=${() => ask(false)}>
        <p>${isOpen ? 'The open question becomes skipped. An answer that is not saved stays in this browser, but can no longer be saved to this question.' : 'Everything is saved.'}
          ${' '}A finished sitting does not open again; answers can be revised at any time. The Lore,
          the artist’s profile in quotations, is then composed again.</p>
        <div class="row"><button type="button" class="primary" disabled=${isBusy} onClick=${finish}>Finish</button>
          <button type="button" disabled=${isBusy} onClick=${() => ask(false)}>Not yet</button></div>
        <${SaveStatus} saving=${saving} onAgain=${finish} failed="Not finished" />
      </${Dialog}>`
    }`
}
