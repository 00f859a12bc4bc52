import { useState } from 'preact/hooks'
import type { Schemas } from '../api/shapes.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'
import { ChooseAuthor } from './ChooseAuthor.ts'
import { StepCard, type StepProps } from './StepCard.ts'

const textMax = 20_000
const nothingChanged: { doc?: string; about?: string } = {}

/** Who writes the page; then the draft, to be changed, published or put aside. */
export function PublishStep({ conversation }: StepProps) {
  const { shown, take, isBusy } = conversation
  const changed = useDraft(`onboarding-page/${useArtist()}`, nothingChanged)
  const [isChoosing, setChoosing] = useState(false)
  const { draft } = shown
  const { doc = draft?.doc ?? '', about = draft?.about ?? '' } = changed.value
  const isReady = !isBusy && isPublishable(doc) && isPublishable(about)

  async function choose(mode: Schemas['AboutMode'], ownWords: string) {
    const isTaken = await take({ type: 'about_choice', mode, doc: mode === 'self' ? ownWords : '', sources: [] })
    if (isTaken) {
      changed.clear()
      setChoosing(false)
    }
    return isTaken
  }
  async function publish() {
    if (!isReady || draft === undefined) return
    const { sources, expectedBio } = draft
    if (await take({ type: 'publish', doc, about, sources, expectedBio })) changed.clear()
  }
  if (draft === undefined || isChoosing) {
    return html`<${StepCard} step="publish" onSubmit=${() => {}}>
      <${ChooseAuthor} choices=${shown.choices} isBusy=${isBusy} onChoose=${choose} />
      ${draft && html`<button type="button" class="quiet" onClick=${() => setChoosing(false)}>Back to the draft</button>`}
    </${StepCard}>`
  }
  return html`<${StepCard} step="publish" onSubmit=${publish}>
    <p class="hint">A draft. Nothing of it is published before you say so. Where it was written from your sources, a sentence that you change or take out is kept as a correction: no later text says it again.</p>
    <${TextField} id="onboarding-doc" label="The Lore, the profile in quotations" rows=${12} min=${0} max=${textMax} value=${doc}
      onValue=${(text: string) => changed.set({ ...changed.value, doc: text })} hint="A number in brackets names the source it is from." />
    <${TextField} id="onboarding-about" label="The short biography" rows=${4} min=${0} max=${textMax} value=${about}
      onValue=${(text: string) => changed.set({ ...changed.value, about: text })} hint="Left empty, none is shown." />
    ${draft.expectedBio !== null && html`<p class="note">Published now: <span class="quoted">${draft.expectedBio}</span></p>`}
    <div class="row"><button type="submit" class="primary" disabled=${!isReady}>Publish the page</button>
      <button type="button" disabled=${isBusy} onClick=${() => setChoosing(true)}>Not this: choose again who writes</button></div>
  </${StepCard}>`
}

const isPublishable = (text: string) => text === '' || isWithinLimits(text, 1, textMax)
