import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import type { useDraft } from '../draft.ts'
import { References } from '../evidence/References.ts'
import { html } from '../html.ts'
import { ErrorMessage } from '../parts/ErrorMessage.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'
import { readMandatoryMemory } from './interview.ts'
import { MemoryPanel } from './MemoryPanel.ts'
import { Relocations } from './Relocations.ts'

type Draft = { question: string; references: Schemas['Reference'][] }
export const emptyQuestion: Draft = { question: '', references: [] }

type Props = {
  session: Schemas['Session']
  ordinal: number
  draft: ReturnType<typeof useDraft<Draft>>
  onChange: () => Promise<void>
}

/**
 * Prepares the next question under the mandatory memory, and offers it. The field is first: what is read above it later
 * would push it out of sight.
 */
export function Compose({ session, ordinal, draft, onChange }: Props) {
  const id = useArtist()
  const memory = useLoad(() => readMandatoryMemory(id, session.sitting), [id, session.sitting])
  const { saving, run, isBusy } = useSave()
  const [trouble, setTrouble] = useState<'memory' | 'evidence' | string>()
  const { question, references } = draft.value
  const isReady = memory.data !== undefined && references.length > 0 && isWithinLimits(question, 10, 500)

  async function offer() {
    if (!isReady || memory.data === undefined) return
    setTrouble(undefined)
    const body = { ordinal, memorySnapshotId: memory.data.snapshotId, question, references }
    const refusal = await run(async () => {
      const saved = await call('offerInterviewQuestion', { path: { id, sessionId: session.id }, body })
      // An ordinal that is already saved answers with the saved question: then these words are not saved, and stay.
      if (saved.question.question === question) draft.clear()
    }, 'Asked')
    if (refusal?.code === 'memory_changed') {
      await memory.reload()
      setTrouble('memory')
    } else if (refusal?.code === 'evidence_changed' || refusal?.code === 'not_found') setTrouble('evidence')
    else if (refusal === undefined || refusal.status === 409) await onChange()
  }
  const setReferences = (next: Draft['references']) => draft.set({ ...draft.value, references: next })

  return html`<form class="card" aria-labelledby="compose-title" onSubmit=${(event: Event) => {
    event.preventDefault()
    void offer()
  }}>
    <h2 id="compose-title">Question ${ordinal} of 3</h2>
    <${ErrorMessage} refusal=${memory.refusal} onAgain=${memory.reload} />
    <${TextField} id="question-text" label="The question" rows=${3} min=${10} max=${500} value=${question}
      onValue=${(text: string) => draft.set({ ...draft.value, question: text })} hint="In your own words, 10 to 500 characters. Ctrl and Enter ask it." onSubmit=${offer} />
    <h3>The words it is about <span class="hint">${references.length} of 3 passages</span></h3>
    ${
      references.length === 0
        ? html`<p class="hint">Choose one to three passages of the evidence: press “Ask about it”, or mark words in a text.
      <button type="button" class="quiet narrow-only" onClick=${() => document.querySelector<HTMLElement>('.evidence input, .evidence .original')?.focus()}>Go to the evidence</button></p>`
        : html`<${References} references=${references} onRemove=${(at: number) => setReferences(references.filter((_, index) => index !== at))} />`
    }
    ${trouble === 'memory' && html`<div class="note" role="alert"><p><strong>What to respect has changed while you wrote.</strong> It was read again and is shown below. Your question is kept: see whether it still fits, then ask it again.</p></div>`}
    ${trouble === 'evidence' && html`<${Relocations} references=${references} onReferences=${setReferences} />`}
    <button type="submit" class="primary" disabled=${isBusy || !isReady}>Ask this question</button>
    <p class="hint">It is saved word for word and stays as it is; the field for the answer opens next.</p>
    <${SaveStatus} saving=${saving} onAgain=${offer} />
    <${MemoryPanel} memory=${memory.data} isOpen=${trouble === 'memory'} />
  </form>`
}
