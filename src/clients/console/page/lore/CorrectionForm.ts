import { call } from '../api/call.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'
import type { LoreSpan } from './passages.ts'

type Props = { loreRevision: string; passage: LoreSpan; onCorrected: () => Promise<void> }

/** Says that a passage is wrong, and what is right instead, if anything. */
export function CorrectionForm({ loreRevision, passage, onCorrected }: Props) {
  const id = useArtist()
  const { start, end } = passage
  const draft = useDraft(`correction/${id}/${loreRevision}/${start}`, { wording: '', requestId: '' })
  const { saving, run, isBusy } = useSave()
  const { wording, requestId } = draft.value
  const isReady = wording === '' || isWithinLimits(wording, 1, 4000)
  async function save() {
    if (!isReady) return
    // A lost reply is retried with the same requestId; other words are another request.
    const named = requestId || crypto.randomUUID()
    draft.set({ wording, requestId: named })
    const correction = wording === '' ? null : wording
    const refusal = await run(
      () => call('correctLore', { path: { id }, body: { requestId: named, loreRevision, start, end, correction } }),
      'Correction saved. The Lore is composed again without this passage.',
    )
    if (refusal !== undefined && refusal.code !== 'revision_changed') return
    if (refusal === undefined) draft.clear()
    await onCorrected()
  }
  return html`<details><summary>This is wrong</summary><form onSubmit=${(event: Event) => {
    event.preventDefault()
    void save()
  }}>
    <${TextField} id="correction-${start}" label="What is right instead (optional)" rows=${3} min=${0} max=${4000} value=${wording} onSubmit=${save}
      onValue=${(words: string) => draft.set({ wording: words, requestId: '' })} hint="Leave this empty to have the passage left out, with no other words instead." />
    <p class="hint">No generated text repeats what you call wrong. Your words are kept as you type them, and each question is prepared with them in sight.</p>
    <button type="submit" class="primary" disabled=${isBusy || !isReady}>Save the correction</button>
    <${SaveStatus} saving=${saving} onAgain=${save} />
  </form></details>`
}
