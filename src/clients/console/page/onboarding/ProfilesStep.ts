import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { AddressesField, areAddressesReady } from './AddressesField.ts'
import { parseAddresses } from './conversation.ts'
import { StepCard, type StepProps } from './StepCard.ts'

const nothingChosen: { added: string; removed: readonly string[] } = { added: '', removed: [] }

/** Which of the pages that were found are the artist's, and which are missing. */
export function ProfilesStep({ conversation }: StepProps) {
  const { shown, take, isBusy } = conversation
  const draft = useDraft(`onboarding-pages/${useArtist()}`, nothingChosen)
  const { added, removed } = draft.value
  const isReady = !isBusy && areAddressesReady(added)
  async function send(type: 'confirm_profiles' | 'find_more_profiles') {
    if (!isReady) return
    const addedLinks = parseAddresses(added).urls.map((url) => ({ url }))
    if (await take({ type, addedLinks, removedSiteNames: [...removed] })) draft.clear()
  }
  const toggle = (site: string) =>
    draft.set({ added, removed: removed.includes(site) ? removed.filter((one) => one !== site) : [...removed, site] })
  return html`<${StepCard} step="profiles" onSubmit=${() => send('confirm_profiles')}>
    ${shown.linked.length > 0 && html`<p>Already linked: ${shown.linked.map(({ url }) => url).join(' · ')}</p>`}
    ${
      shown.candidates.length > 0 &&
      html`<fieldset><legend>These were found. Clear the mark where a page is not yours.</legend>
      ${shown.candidates.map(
        ({ siteName, url, displayName }) =>
          html`<label class="choice" key=${siteName}><input type="checkbox" checked=${!removed.includes(siteName)} onChange=${() => toggle(siteName)} />
            ${' '}${displayName ?? siteName} <span class="hint">${url}</span></label>`,
      )}</fieldset>`
    }
    <${AddressesField} id="onboarding-profiles" label="Pages that are yours and not listed" value=${added} onValue=${(text: string) => draft.set({ removed, added: text })} />
    <div class="row"><button type="submit" class="primary" disabled=${!isReady}>These are mine, go on</button>
      <button type="button" disabled=${!isReady} onClick=${() => send('find_more_profiles')}>Look for more</button></div>
  </${StepCard}>`
}
