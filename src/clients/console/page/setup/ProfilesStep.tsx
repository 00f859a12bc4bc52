import { useArtist, useDraft } from '../api/index.ts'
import { Button } from '../parts/index.ts'
import { parseAddresses } from './conversation.ts'
import { AddressesField, StepForm } from './steps.tsx'
import type { StepProps } from './use-conversation.ts'

const nothing: { added: string; removed: readonly string[] } = { added: '', removed: [] }

export function ProfilesStep({ conversation: { shown, take, isBusy } }: StepProps) {
  const { id } = useArtist()
  const draft = useDraft(`setup-pages/${id}`, nothing)
  const { added, removed } = draft.value
  const addresses = parseAddresses(added)
  const isReady = !isBusy && addresses.isReady
  async function send(type: 'confirm_profiles' | 'find_more_profiles') {
    if (!isReady) return
    const addedLinks = addresses.urls.map((url) => ({ url }))
    if (await take({ type, addedLinks, removedSiteNames: [...removed] })) draft.clear()
  }
  const toggle = (site: string) =>
    draft.set({ added, removed: removed.includes(site) ? removed.filter((one) => one !== site) : [...removed, site] })
  return (
    <StepForm step="profiles" onSubmit={() => send('confirm_profiles')}>
      {shown.linked.length > 0 && <p>Already yours: {shown.linked.map(({ url }) => url).join(' · ')}</p>}
      {shown.candidates.length > 0 && (
        <fieldset>
          <legend>We found these. Take the mark away where a page is not yours.</legend>
          {shown.candidates.map(({ siteName, url, displayName }) => (
            <label class="choice" key={siteName}>
              <input type="checkbox" checked={!removed.includes(siteName)} onChange={() => toggle(siteName)} />
              <span>
                {displayName ?? siteName} <span class="hint">{url}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <AddressesField
        id="setup-profiles"
        label="Pages of yours that are missing"
        value={added}
        onValue={(text) => draft.set({ removed, added: text })}
      />
      <div class="row">
        <Button label="These are mine, go on" type="submit" kind="primary" disabled={!isReady} />
        <Button label="Look for more" disabled={!isReady} onClick={() => send('find_more_profiles')} />
      </div>
    </StepForm>
  )
}
