import type { Schemas } from '../api/shapes.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { AddressesField, areAddressesReady } from './AddressesField.ts'
import { parseAddresses } from './conversation.ts'
import { StepCard, type StepProps } from './StepCard.ts'

type Verdict = Schemas['VaultVerdict']
type Draft = { verdicts: Record<string, Verdict | undefined>; added: string }

const verdictLabels: [Verdict | undefined, string][] = [
  ['approved', 'May be quoted'],
  ['rejected', 'Leave it out'],
  [undefined, 'Not decided'],
]

/** Asks which collected sources are right about the artist; a source without a decision is not used. */
export function SourcesStep({ conversation }: StepProps) {
  const { shown, take, isBusy } = conversation
  const draft = useDraft<Draft>(`onboarding-sources/${useArtist()}`, { verdicts: {}, added: '' })
  const { verdicts, added } = draft.value
  const isReady = !isBusy && areAddressesReady(added)
  async function send() {
    if (!isReady) return
    const decisions = shown.sources.flatMap(({ sourceId }) => {
      const status = verdicts[sourceId]
      return status === undefined ? [] : [{ sourceId, status }]
    })
    if (await take({ type: 'vault_review', decisions, addedUrls: parseAddresses(added).urls })) draft.clear()
  }
  const decide = (sourceId: string, status: Verdict | undefined) =>
    draft.set({ added, verdicts: { ...verdicts, [sourceId]: status } })
  return html`<${StepCard} step="vault" onSubmit=${send}>
    ${shown.sources.map(
      ({ sourceId, title, url }) => html`<fieldset key=${sourceId}>
        <legend>${title ?? url ?? 'A source without a title'}</legend>
        ${url !== null && html`<p class="hint"><a href=${url} target="_blank" rel="noopener noreferrer">${url}<span class="unseen"> (opens elsewhere)</span></a></p>`}
        <div class="row">${verdictLabels.map(
          ([status, label]) =>
            html`<label class="choice"><input type="radio" name=${sourceId} checked=${verdicts[sourceId] === status} onChange=${() => decide(sourceId, status)} /> ${label}</label>`,
        )}</div>
      </fieldset>`,
    )}
    <${AddressesField} id="onboarding-sources" label="Other pages that tell of you truly" value=${added} onValue=${(text: string) => draft.set({ verdicts, added: text })} />
    <button type="submit" class="primary" disabled=${!isReady}>Go on</button>
  </${StepCard}>`
}
